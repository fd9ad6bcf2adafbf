/** Icons as SVG paths, stroked in the text's colour. @module */

const PATHS = {
  favourite: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z",
  archive: "M4 8v11h16V8M3 4.5h18V8H3zM10 12h4",
  trash: "M4 6.5h16M9.5 6.5V4h5v2.5M6.5 6.5l1 13.5h9l1-13.5",
  details: "M4.5 12a1 1 0 102 0 1 1 0 00-2 0M11 12a1 1 0 102 0 1 1 0 00-2 0M17.5 12a1 1 0 102 0 1 1 0 00-2 0",
  restore: "M4 12a8 8 0 108-8H6M9 1L6 4l3 3",
  erase: "M6 6l12 12M18 6L6 18",
  close: "M6 6l12 12M18 6L6 18",
  save: "M7 4h10v16l-5-4-5 4z",
  search: "M10.5 17a6.5 6.5 0 100-13 6.5 6.5 0 000 13zM20 20l-4.7-4.7",
  filters: "M4 6h16M7 12h10M10 18h4",
  ascending: "M12 20V5M6 11l6-6 6 6",
  descending: "M12 4v15M6 13l6 6 6-6",
  cards: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  help: "M9 9a3 3 0 115 2.2c-1.2 1-2 1.5-2 3M12 18h.01",
  folder: "M3 6h6l2 2.5h10V19H3z",
  page: "M6 3h8l4 4v14H6zM14 3v4h4",
  previous: "M7 5v14M19 5L9 12l10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  next: "M17 5v14M5 5l10 7-10 7z",
  puzzle: "M4 8h4.5a2.2 2.2 0 114.2 0H17v4.2a2.2 2.2 0 110 4.3V20H4z",
  pin: "M9 3h6l-.5 7 3 3.5h-11l3-3.5zM12 13.5V21",
  gear: "M12 9a3 3 0 100 6 3 3 0 000-6zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z",
};

const SVG = "http://www.w3.org/2000/svg";

/** @param {keyof PATHS} name */
export function icon(name) {
  const picture = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true", class: "icon" }))
    picture.setAttribute(key, String(value));
  picture.append(path);
  return picture;
}
