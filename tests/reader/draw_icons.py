"""Draw the icons' PNG files from the two SVG files: `python tests/reader/draw_icons.py`."""

from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).parents[2] / "extension" / "icons"
SOURCES = {16: "icon-small.svg", 32: "icon.svg", 48: "icon.svg", 128: "icon.svg"}


def main() -> None:
    """Screenshot each drawing at its size, on a transparent ground."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        for size, source in SOURCES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = (ICONS / source).read_text(encoding="utf-8")
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{svg}")
            page.screenshot(path=ICONS / f"{size}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
