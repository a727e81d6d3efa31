#!/usr/bin/env python3
"""Tests hedgerow lab as you run it: its lists, a short run, a run that is killed and resumed, refusals, damaged
data, and the report in headless Chromium at desktop and phone width. No figure is judged here. If Chromium or
matplotlib is missing, the test says so and skips that part. If all other parts passed, the exit status is then 77.

The tests turned red when begin() did not check for a run of another commit, when a plot had no bars, when a page
wrote an error to the browser's console, when a refusal of wine was not recorded, when windows.cpp lacked AES, and
when ./dev lab-page did not copy a page, or made it from a tree with uncommitted changes.

They also turned red when make_cached() gave a smaller table its own program, when the report did not write a price into
run.json, and when the parser took a price of 0.

They also turned red when loops() took outer loops, in_pairs() kept the order of registers, rate() took another
processor's model, beyond.py counted bytes of words of 8 bits, and the adjacent column of Yosys was read.
"""
import importlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HEDGEROW = os.environ["HEDGEROW_CLI"]
TABLE = ("kuznyechik-intel-2017", "--only", "cores")
skipped = []
NO_PLOTS = tempfile.TemporaryDirectory()  # hides matplotlib, because the plots take most of the time of a report
Path(NO_PLOTS.name, "matplotlib.py").write_text("raise ImportError\n")


def lab(*arguments, code=0, plots=False, **more):
    environment = {**os.environ, **({} if plots else {"PYTHONPATH": NO_PLOTS.name}), **more}
    done = subprocess.run([HEDGEROW, "lab", *map(str, arguments)], capture_output=True, text=True, env=environment)
    assert done.returncode == code, (arguments, done.returncode, done.stdout[-500:], done.stderr[-1500:])
    return done.stdout, done.stderr


def run(folder, *extra, **options):
    return lab("run", *TABLE, "--quick", "-o", folder, *extra, **options)


def samples(folder):
    return [json.loads(line) for line in (folder / "samples.jsonl").read_text().splitlines()]


def test_each_help_ends_with_its_own_examples(folder):
    for command in ((), ("list",), ("run",), ("report",)):
        text = lab(*command, "--help")[0]
        assert re.search(rf"\nExamples:\n(  hedgerow {' '.join(('lab', *command))}.*\n)+$", text), text


def test_list(folder):
    listed = lab("list")[0]
    for paper in ("kalyna-bitslice-2020", "kuznyechik-intel-2017", "kuznyechik-arm-2016", "cypress-performance-2018", "gpu-primitives-2018"):
        assert f"\n{paper}\n" in "\n" + listed, paper
    assert "cannot run here: " in listed and "not applicable: " in listed
    own = [line for line in listed.splitlines() if "has no subject" in line and "x86 32-bit" not in line and "ARM" not in line]
    assert not own, ("claims.toml names what no build has", own)
    longest = re.search(r"a full run: .* at most (\d+):", listed)
    assert longest and int(longest[1]) < 30, listed[-300:]
    quick = re.search(r"with --quick: .* about (\d+):(\d+)", listed)
    assert quick and 60 * int(quick[1]) + int(quick[2]) <= 180, listed[-300:]


def test_run_and_report(folder):
    run(folder, plots=True)
    taken = samples(folder)
    assert {s["row"].split()[1] for s in taken} >= {"kuznyechik.ls4.sse", "kuznyechik.r8s1.scalar"}
    assert all({"ns", "calls", "bytes", "on_cpu"} <= set(s) for s in taken)
    about = json.loads((folder / "run.json").read_text())
    assert about["quick"] and about["commit"] and about["machine"] and about["builds"]
    page = (folder / "report.html").read_text()
    assert "SSE-LS-4" in page and "http" not in re.sub(r'"http://www.w3.org[^"]*"', "", page), "the page needs a network"
    rows = (folder / "report.csv").read_text().splitlines()
    assert any(r.startswith("kuznyechik-intel-2017,cores,SSE-LS-4,") for r in rows)
    # A second run does not measure existing rows again.
    run(folder)
    assert samples(folder)[:len(taken)] == taken


def test_killed_and_resumed(folder):
    process = subprocess.Popen([HEDGEROW, "lab", "run", *TABLE, "--quick", "-o", folder], stderr=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, start_new_session=True)
    path = folder / "samples.jsonl"
    for _ in range(600):
        if path.exists() and path.read_text().count("\n") > 5:
            break
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    with path.open("a") as f:  # like a kill in the middle of a write
        f.write('{"row": "gcc kuzn')
    before = path.read_text().splitlines()[:-1]
    _, errors = run(folder)
    assert "damaged lines are left out" in errors
    after = path.read_text().splitlines()
    # thread counts are 1, all cores and all hardware threads
    cores, processors = runner("machine").cores(), runner("machine").processors()
    threads = 1 + (cores > 1) + (processors > cores)
    assert after[:len(before)] == before and len({json.loads(x)["row"] for x in after}) == 7 * threads


def test_price(folder):
    """A price is kept in the run: a report without the option repeats it. A price that is no number above 0 is
    refused."""
    for committed in sorted((Path(__file__).resolve().parents[2] / "docs/lab").glob("*/summary.json"))[:1]:
        shutil.copy(committed, folder)
        for options in (("--price", "5000"), ()):
            lab("report", folder, *options)
            assert "<td>5000 USD</td>" in (folder / "report.html").read_text(), options
        about, _ = runner("run").read_summary(committed)
        (folder / "run").mkdir()
        runner("run").write_run(folder / "run", about)
        lab("report", folder / "run", "--price", "5000")
        assert json.loads((folder / "run/run.json").read_text())["price"] == 5000
        for price in ("0", "-1", "x", "inf"):
            assert "give a number above 0" in lab("report", folder, "--price", price, code=2)[1]


def test_tables_of_each_size(_):
    """The control of the ARM paper's cache: with a table of every size, a program runs the same instructions. An
    emulator counts them."""
    machine, run_module, study = (runner(m) for m in ("machine", "run", "study"))
    here = machine.Machine(Path(HEDGEROW).resolve().parent)
    there = [b for b in ("aarch64", "armhf") if "kuznyechik-cached:16" in here.subjects.get(b, ())]
    if not there or not here.counter.exists():
        skipped.append("the instructions of tables of each size: no build for ARM, no emulator or no counting plugin")
    for build in there:
        counts = [run_module.count(here, study.Spec(build, f"kuznyechik-cached:{kib}", "-", 4096))["instructions"] for kib in (16, 32, 64)]
        assert len(set(counts)) == 1 and counts[0] > 4096 / 16 * 9 * 16, counts


def test_committed_runs(folder):
    """The pages of docs/lab follow from their summaries, the papers and the claims. They are small and name the day,
    the system and the clocks."""
    for committed in sorted((Path(__file__).resolve().parents[2] / "docs/lab").glob("*/summary.json")):
        copy = folder / committed.parent.name
        shutil.copytree(committed.parent, copy)
        lab("report", copy)
        for page in ("report.md", "summary.json"):
            text = (committed.parent / page).read_text()
            assert (copy / page).read_text() == text, f"{committed.parent / page} is not what the run gives"
            assert len(text.encode()) <= 110_000, page
        about = json.loads((copy / "summary.json").read_text())
        assert all(about.get(k) for k in ("date", "os", "kernel", "memory", "cpu", "commit")) and "dirty" not in about["commit"], about
        assert re.search(r"time-stamp counter \d\.\d\d GHz; core \d\.\d\d GHz", (copy / "report.md").read_text().replace("\n", " "))


def test_another_locale(folder):
    """The files of the lab are UTF-8 in every locale. A locale may be ASCII, or have no sign for a verdict."""
    for committed in sorted((Path(__file__).resolve().parents[2] / "docs/lab").glob("*/summary.json"))[:1]:
        shutil.copy(committed, folder)
        lab("report", folder, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", LC_ALL="C")
        assert (folder / "report.md").read_text(encoding="utf-8") == (committed.parent / "report.md").read_text(encoding="utf-8")


def test_refusals(folder):
    assert "no paper is called" in lab("run", "nonesuch", "-o", folder, code=2)[1]
    assert "has no table nonesuch" in lab("run", "all", "--only", "nonesuch", "-o", folder, code=2)[1]
    assert "has no run" in lab("report", folder / "none", code=2)[1]
    lab("run", code=2)
    (folder / "other").mkdir()
    (folder / "other/file").write_text("x")
    assert "not empty" in run(folder / "other", code=2)[1]
    for key, value in (("commit", "0000000"), ("machine", "another"), ("quick", False)):
        run_json = {"format": 2, "quick": True, "reasons": {}, **machine_facts(), key: value}
        (folder / key).mkdir()
        (folder / key / "run.json").write_text(json.dumps(run_json))
        assert "another run's data" in run(folder / key, code=2)[1], key
    (folder / "bad").mkdir()
    for text in ("{", "{}", "5"):
        (folder / "bad/run.json").write_text(text)
        assert "damaged" in run(folder / "bad", code=2)[1]
        assert "damaged" in lab("report", folder / "bad", code=2)[1]


def test_page_command(folder):
    """./dev lab-page with stub programs: the run of a commit becomes the page of the machine's class. A build that
    fails is reported and left out. Uncommitted changes, and a processor without a class, are refused."""
    programs, page = folder / "build/release-gcc/bin", folder / "docs/lab/zen9/report.md"
    for path, text in ((programs / "hedgerow", 'mkdir -p "$5"; echo "$6" > "$5/report.md"; echo {} > "$5/summary.json"'),
                       (programs / "hedgerow-lab-measure", 'echo "{\\"class\\": \\"${STUB_CLASS:-zen9}\\"}"'),
                       (folder / "stubs/cmake", 'case "$*" in *armhf*) exit 1;; esac')):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    shutil.copy(Path(__file__).resolve().parents[2] / "dev", folder / "dev")
    (folder / ".gitignore").write_text("/build/\n/docs/\n")
    for words in (("init", "-q"), ("add", "."), ("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "t")):
        subprocess.run(["git", *words], cwd=folder, check=True)

    def made(code, **environment):
        done = subprocess.run(["./dev", "lab-page", "--quick"], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{folder}/stubs:{os.environ['PATH']}", **environment})
        assert done.returncode == code, done
        return done.stderr
    assert "armhf hedgerow-lab-arm1176 is not built" in made(0)
    assert page.read_text() == "--quick\n" and (page.parent / "summary.json").exists()
    assert "is of no class" in made(1, STUB_CLASS="other")
    (folder / "dev").write_text((folder / "dev").read_text() + "\n")
    assert "the tree has changes" in made(1)


def test_inputs(folder):
    """Random, grouped and constant input of primitives and kernels. An unknown kind of input is refused."""
    measure = Path(HEDGEROW).resolve().parent / "hedgerow-lab-measure"
    for subject in ("gpu:sbox_8bit", "clefia-128.table.scalar"):
        for kind, code in (("", 0), (":grouped", 0), (":constant", 0), (":nonesuch", 4)):
            done = subprocess.run([measure, "run", subject + kind, "-", "4096", "1", "0.1", "1"], capture_output=True, text=True)
            assert done.returncode == code and bool(done.stdout) == (code == 0), (subject, kind, done)


def test_what_cannot_run(folder):
    """A clang build, an emulator, a CPU instruction or the circuit tool is missing. The lab reports each of them in a
    sentence and lists the rest."""
    bin_folder = folder / "build/release-gcc/bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / "hedgerow-lab-measure").symlink_to(Path(HEDGEROW).resolve().parent / "hedgerow-lab-measure")
    (folder / "path").mkdir()
    code = ("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, sys.argv[1])\n"
            "from runner.main import main; sys.exit(main(sys.argv[3:], sys.argv[2]))")

    def listed(**environment):
        done = subprocess.run([sys.executable, "-c", code, Path(__file__).resolve().parents[2] / "lab", bin_folder, "list"],
                              capture_output=True, text=True, env={**os.environ, **environment})
        assert done.returncode == 0, done.stderr[-500:]
        return done.stdout
    there = listed(HEDGEROW_CPU_DISABLE="all")
    assert "no build: ./dev build release-clang hedgerow-lab-measure" in there or "no build: ./dev build release-gcc" in there
    assert "this CPU lacks its instruction set" in there and "no circuit tool" in there and "no peer: " in there
    assert "hedgerow-lab-device" in there, "no word of the program for graphics processors"
    (bin_folder / "hedgerow-lab-device").write_text("#!/bin/sh\necho no driver of a toy >&2\nexit 4\n")
    (bin_folder / "hedgerow-lab-device").chmod(0o755)
    assert "no driver of a toy" in listed()
    without = listed(PATH=str(folder / "path"))
    assert "no qemu-arm" in without and "no wine" in without, "an emulator that is not there is not told"
    for width, said in (("32", "for 32 bits, dpkg --add-architecture i386"), ("64", "no windows of a toy")):
        program = folder / f"build/windows-{width}/bin/hedgerow-lab-measure.exe"
        program.parent.mkdir(parents=True)
        program.write_text("")
        (folder / "path/wine").write_text("#!/bin/sh\necho no windows of a toy >&2\nexit 1\n")
        (folder / "path/wine").chmod(0o755)
        assert said in listed(PATH=f"{folder}/path:{os.environ['PATH']}"), said


def test_windows(_):
    """The programs for Windows, if they are built and can run here, support everything that the columns of the papers
    require."""
    study, machine = runner("study"), runner("machine").Machine(Path(HEDGEROW).resolve().parent)
    for build in study.WINDOWS:
        if build not in machine.subjects:
            skipped.append(f"the lab's program of {build}: {machine.refusals.get(build) or 'not built, or no wine'}")
            continue
        asked = {c.spec.listed for t in study.tables(machine) for c in t.cells if c.spec and c.spec.build == build and not c.row.startswith("ours")}
        assert asked and asked <= set(machine.subjects[build]), (build, asked - set(machine.subjects[build]))


def test_model(_):
    """The innermost loops of a function, LDM as pairs, and the model of a processor that begins two additions a cycle:
    of those that wait for one another it takes one a cycle."""
    model = runner("model")
    code = [(0, "mov x0, x1"), (4, "add x0, x0, #1"), (8, "b.ne 0x4"), (12, "cbz x2, 0x18"), (16, "sub x2, x2, #1"), (20, "cbnz x2, 0x0")]
    assert model.loops(code) == [(4, 8)], model.loops(code)
    assert model.loops(code[:1] + code[3:]) == [(0, 20)]
    assert model.in_pairs("ldm.w r4, {r4, r5, r6, r8}") == ["ldrd r6, r8, [r4, #8]", "ldrd r4, r5, [r4, #0]"]
    assert model.in_pairs("stm r4!, {r0, r1, r2}") == ["strd r0, r1, [r4, #0]", "str r2, [r4, #8]", "add r4, #12"]
    if not shutil.which("llvm-mca"):
        skipped.append("the model of processors: no llvm-mca")
        return
    for registers, expected in ((1, 1.0), (8, 2.0)):
        rate = model.rate(["loop:", *(f"add x{i % registers}, x{i % registers}, #1" for i in range(32))], "aarch64", "cortex-a53")
        assert abs(rate - expected) < 0.1, (registers, rate)


def test_beyond(_):
    """On Cortex-M words of 32 bits take a quarter of the instructions a byte of those of 8; a box takes no fewer than
    its gates. A box of 8 inputs needs at least one look-up table of 6 inputs for each of its 8 outputs."""
    beyond, machine = runner("beyond"), runner("machine").Machine(Path(HEDGEROW).resolve().parent)
    if why := beyond.reason("cortex-m") or ("" if machine.counter.exists() else "no counting plugin"):
        skipped.append(f"the lab's Cortex-M: {why}")
    else:
        narrow, wide = (beyond.cortex_m(machine, "kalyna:0", bits) for bits in (8, 32))
        assert 3 < narrow / wide < 5 and wide * 32 > 347, (narrow, wide)
    if why := beyond.reason("yosys"):
        skipped.append(f"the lab's cells of hardware: {why}")
        return
    for box in ("0", "1", "2", "3", "inv0", "inv1", "inv2", "inv3"):
        cells, xors, luts = (beyond.synthesised(machine, f"kalyna:{box}", what) for what in ("cells", "of XOR", "LUT6"))
        assert cells > xors > 0 and 8 <= luts < cells, (box, cells, xors, luts)



def test_strongest_instruction_set(_):  # that a kernel has here
    machine = runner("machine")
    found = object.__new__(machine.Machine)
    found.told, found.ranks = {"best": {}}, {"gcc": {"a.b.sse": 1, "a.b.avx2": 2, "a.b.scalar": 0, "a.bc.avx512": 4, "a.b.avx512": 4}}
    found.subjects = {"gcc": dict.fromkeys(found.ranks["gcc"], "") | {"a.b.avx512": "this CPU lacks AVX-512"}}
    assert found.best("gcc", "a.b") == "avx2" and found.best("i386", "a.b") == "scalar"


def runner(module):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lab"))
    return importlib.import_module(f"runner.{module}")


def machine_facts():
    return runner("machine").Machine(Path(HEDGEROW).resolve().parent).facts()


PROBE = """<script>addEventListener("load", () => {
  const empty = [...document.querySelectorAll("svg.plot")].filter(s => {
    const b = s.getBoundingClientRect();
    const bars = [...s.querySelectorAll("path")].filter(p => p.getBBox().width > 2 && p.getBBox().height > 2);
    return b.width < 100 || b.height < 50 || bars.length < 4;
  }).length;
  document.body.dataset.probe = JSON.stringify({plots: document.querySelectorAll("svg.plot").length, empty,
    overflow: document.documentElement.scrollWidth - innerWidth, errors: window.probeErrors});
});</script>"""


def test_report_in_chromium(folder):
    chromium = shutil.which("chromium")
    if runner("plots").plt is None:
        skipped.append("the report's plots: no python3-matplotlib")
        return
    if not chromium:
        skipped.append("the report in a browser: no chromium")
        return
    committed = sorted((Path(__file__).resolve().parents[2] / "docs/lab").glob("*/summary.json"))
    if committed:  # all tables and plots
        shutil.copytree(committed[0].parent, folder, dirs_exist_ok=True)
        lab("report", folder, plots=True)
    else:
        run(folder, plots=True)
    page = (folder / "report.html").read_text()
    first = '<script>window.probeErrors = []; addEventListener("error", e => probeErrors.push(e.message));</script>'
    (folder / "probe.html").write_text(page.replace("<head>", "<head>" + first).replace("</body>", PROBE + "</body>"))
    for width in (1280, 390):
        # Shared memory is kept in files because a container has little of it. Pages of the browser itself (chrome://)
        # may also write to the console, for example if there is no network.
        command = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                   "--disable-component-update", "--disable-background-networking", "--password-store=basic", "--virtual-time-budget=3000",
                   "--enable-logging=stderr", f"--user-data-dir={folder}/profile", f"--window-size={width},900", "--dump-dom", f"file://{folder}/probe.html"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        dom = done.stdout
        said = [line for line in done.stderr.splitlines() if "CONSOLE" in line and "source: chrome" not in line]
        assert not said, said
        found = re.search(r'data-probe="([^"]*)"', dom)
        assert found, dom[-500:]
        probe = json.loads(found[1].replace("&quot;", '"'))
        assert probe["plots"] >= 1 and probe["empty"] == 0 and not probe["errors"], probe
        assert probe["overflow"] <= 0, (width, probe)


def main():
    for name, test in [(n, t) for n, t in globals().items() if n.startswith("test_") and (n in sys.argv or not sys.argv[1:])]:
        with tempfile.TemporaryDirectory() as folder:
            test(Path(folder))
        print(f"ok {name}")
    for what in skipped:
        print(f"SKIPPED {what}")
    return 77 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
