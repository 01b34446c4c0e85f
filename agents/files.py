"""Files that are written whole or not at all."""

import os
import pathlib
import tempfile


def write_atomically(path: str | os.PathLike, content: bytes | str) -> None:
    """Write a file so that at any moment, a crash or a kill included, either the old content or the new is there.

    The folder must exist. Text is written as UTF-8. A symbolic link stays one, and its target is written; a device or a
    pipe is written to, since it cannot be replaced.
    """
    path = pathlib.Path(os.path.realpath(path))
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        pathlib.Path(temporary).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the rename itself
    finally:
        os.close(folder)


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask
