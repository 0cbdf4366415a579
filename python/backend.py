"""Builds the wheel of noughts with CMake: a build backend as PEP 517 has it.

setuptools would do, but pip builds in an empty environment: it would fetch setuptools and
wheel from the network, or has to be told not to. A wheel is a zip with three lists in it,
so this needs nothing but Python and CMake.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build-wheel"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _build()
    name = f"noughts-{_version()}-{_tag()}.whl"
    files = {f"noughts/{path.relative_to(package).as_posix()}": path.read_bytes()
             for path in sorted(package.rglob("*"))
             if path.is_file() and "__pycache__" not in path.parts}
    files.update((f"{_info()}/{file}", content) for file, content in _described().items())
    files[f"{_info()}/RECORD"] = _record(files, f"{_info()}/RECORD").encode()
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
    return name


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """What pip wants to know first; without this it builds the whole wheel to find out."""
    folder = pathlib.Path(metadata_directory) / _info()
    folder.mkdir()
    for file, content in _described().items():
        (folder / file).write_bytes(content)
    return folder.name


def build_sdist(sdist_directory, config_settings=None):
    """All files that git knows."""
    name = f"noughts-{_version()}"
    path = os.path.join(sdist_directory, f"{name}.tar.gz")
    subprocess.run(["git", "archive", f"--prefix={name}/", "-o", path, "HEAD"], cwd=ROOT, check=True)
    return os.path.basename(path)


def _build():
    """Compiles the module for this interpreter; returns the folder of the package.

    NOUGHTS_BUILT names a folder where that is done: make wheel.
    """
    if os.environ.get("NOUGHTS_BUILT"):
        return pathlib.Path(os.environ["NOUGHTS_BUILT"])
    ninja = ["-G", "Ninja"] if _has("ninja") else []
    _run("cmake", "-S", str(ROOT), "-B", str(BUILD), *ninja, "-DCMAKE_BUILD_TYPE=Release",
         "-DNOUGHTS_PROGRAM=OFF", "-DNOUGHTS_TESTS=OFF", "-DNOUGHTS_INSTALL=OFF",
         "-DNOUGHTS_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}")
    _run("cmake", "--build", str(BUILD), "--parallel", str(os.cpu_count() or 2),
         "--target", "noughts_python")
    return BUILD / "python" / "noughts"


def _run(*command):
    try:
        subprocess.run(command, check=True)
    except FileNotFoundError:
        sys.exit(f"noughts: {command[0]} is missing; tools/setup python installs what is needed")
    except subprocess.CalledProcessError as error:
        sys.exit(f"noughts: {command[0]} failed; is all there that packages.txt names "
                 f"under [run] and [python]? ({error})")


def _has(program):
    import shutil

    return shutil.which(program) is not None


def _version():
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"project\(noughts VERSION ([0-9.]+)", text).group(1)


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[^0-9a-zA-Z_]", "_", sysconfig.get_platform())
    return f"{python}-{python}-{platform}"


def _info():
    return f"noughts-{_version()}.dist-info"


def _described():
    """The files that describe the package, by name."""
    return {"METADATA": _metadata().encode(), "WHEEL": _wheel().encode(),
            "LICENSE": (ROOT / "LICENSE").read_bytes()}


def _metadata():
    return (f"Metadata-Version: 2.1\nName: noughts\nVersion: {_version()}\n"
            "Summary: The tic-tac-toe family, solved exactly\nLicense: MIT\n"
            "Requires-Python: >=3.8\nProvides-Extra: arrays\n"
            "Requires-Dist: numpy; extra == 'arrays'\n")


def _wheel():
    return f"Wheel-Version: 1.0\nGenerator: noughts\nRoot-Is-Purelib: false\nTag: {_tag()}\n"


def _record(files, own):
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}")
    return "\n".join(lines + [f"{own},,"]) + "\n"
