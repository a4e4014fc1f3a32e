"""`make pictures` writes every picture, table and page of README and docs that is made by the program."""

from tests.conftest import ROOT
from tests.docs.generated import files, pictures


def main() -> None:
    made = dict(files())
    for path in set(pictures()) - made.keys():
        path.unlink()
    for path, make in made.items():
        text = make()
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            print(f"{path.relative_to(ROOT)}: {len(text.encode()):,} bytes")


if __name__ == "__main__":
    main()
