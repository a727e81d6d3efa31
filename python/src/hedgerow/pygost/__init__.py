"""The interfaces of pygost for GOST R 34.12-2015 and 34.13-2015: gost3412, gost3413, mgm. Use them to port programs."""
