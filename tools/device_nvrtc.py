"""NVRTC and nvdisasm of a virtual environment (PyPI: nvidia-cuda-nvrtc-cu12, nvidia-cuda-nvdisasm). You can compile
kernel sources of devices with them without a GPU."""
import ctypes
import re
import subprocess
import sys
import tempfile
from pathlib import Path


class Missing(RuntimeError):
    """NVRTC or nvdisasm is missing."""


class Nvrtc:
    def __init__(self, environment):
        libraries = sorted(Path(environment).glob("lib/python3*/site-packages/nvidia/**/libnvrtc.so.1[2-9]"))
        disassemblers = sorted(Path(environment).glob("lib/python3*/site-packages/nvidia/**/bin/nvdisasm"))
        if not libraries or not disassemblers:
            raise Missing(f"no libnvrtc.so and nvdisasm below {environment}")
        # NVRTC opens its built-ins by name.
        for name in sorted(libraries[0].parent.glob("libnvrtc-builtins.so.*")):
            ctypes.CDLL(str(name), mode=ctypes.RTLD_GLOBAL)
        self.library, self.nvdisasm = ctypes.CDLL(str(libraries[0])), str(disassemblers[0])

    def _call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status and name != "nvrtcCompileProgram":
            raise RuntimeError(f"{name}: status {status}")
        return status

    def _text(self, program, what):
        size = ctypes.c_size_t()
        self._call(f"nvrtcGet{what}Size", program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        self._call(f"nvrtcGet{what}", program, text)
        return text.raw

    def compile(self, text, options, what="CUBIN"):
        """Returns (the cubin or PTX, the log) of a program. If it does not compile, raises RuntimeError with the
        log."""
        program = ctypes.c_void_p()
        self._call("nvrtcCreateProgram", ctypes.byref(program), text.encode(), b"kernel.cu", 0, None, None)
        try:
            array = (ctypes.c_char_p * len(options))(*(o.encode() for o in options))
            status = self._call("nvrtcCompileProgram", program, len(options), array)
            log = self._text(program, "ProgramLog").decode(errors="replace").rstrip("\0")
            if status:
                raise RuntimeError(log)
            return self._text(program, what), log
        finally:
            self._call("nvrtcDestroyProgram", ctypes.byref(program))

    def disassemble(self, cubin):
        """Returns {entry: ([instruction], {label: index of the next instruction})} of a cubin."""
        with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
            file.write(cubin)
            file.flush()
            sass = subprocess.run([self.nvdisasm, "-c", file.name], check=True, capture_output=True, text=True).stdout
        entries, current, labels = {}, None, None
        for line in map(str.strip, sass.splitlines()):
            if found := re.match(r"\.text\.(hr_\w+):", line):
                current, labels = entries.setdefault(found[1], ([], {}))
            elif line.startswith(".section"):
                current = None
            elif current is None:
                continue
            elif found := re.match(r"(\.L_\w+):", line):
                labels[found[1]] = len(current)
            elif found := re.match(r"/\*[0-9a-f]+\*/\s+(.*?);", line):
                current.append(found[1].strip())
        return entries


def usage(log):
    """Returns {entry: (registers, spilled bytes, stack bytes)} from the output of `--ptxas-options=-v`."""
    result, entry = {}, None
    for line in log.splitlines():
        if found := re.search(r"Compiling entry function '(\w+)'", line):
            entry = found[1]
            result[entry] = [0, 0, 0]
        elif found := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            if entry:
                result[entry][1:] = [int(found[2]) + int(found[3]), int(found[1])]
        elif (found := re.search(r"Used (\d+) registers", line)) and entry:
            result[entry][0] = int(found[1])
    return {entry: tuple(values) for entry, values in result.items()}


if __name__ == "__main__":
    sys.exit(__doc__)
