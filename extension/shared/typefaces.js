/** Typefaces for reading, by script, and detection of the installed ones. @module */

/** By ISO 15924 code; each list covers Windows, macOS and Linux. @type {Record<string, string[]>} */
export const TYPEFACES = {
  Latn: [
    "Charter", "Bitstream Charter", "Iowan Old Style", "Georgia", "Palatino", "Palatino Linotype", "Baskerville", "Hoefler Text",
    "Cambria", "Constantia", "Sitka Text", "Book Antiqua", "Literata", "Source Serif 4", "Noto Serif", "DejaVu Serif", "Liberation Serif",
    "Seravek", "Avenir Next", "Optima", "Segoe UI", "Calibri", "Candara", "Corbel", "Verdana", "Inter", "Source Sans 3", "Noto Sans",
    "Ubuntu", "Cantarell", "Fira Sans", "DejaVu Sans", "Liberation Sans", "Lexend", "Atkinson Hyperlegible",
  ],
  Hans: [
    "PingFang SC", "Songti SC", "Kaiti SC", "Heiti SC", "Yuanti SC", "STFangsong", "Hiragino Sans GB", "Microsoft YaHei", "DengXian",
    "SimSun", "KaiTi", "FangSong", "SimHei", "Source Han Serif SC", "Source Han Sans SC", "Noto Serif CJK SC", "Noto Sans CJK SC",
    "Noto Serif SC", "Noto Sans SC", "LXGW WenKai", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "AR PL UMing CN", "AR PL UKai CN",
  ],
  Hant: [
    "PingFang TC", "PingFang HK", "Songti TC", "Kaiti TC", "Heiti TC", "LiSong Pro", "BiauKai", "Microsoft JhengHei", "PMingLiU",
    "MingLiU_HKSCS", "DFKai-SB", "Source Han Serif TC", "Source Han Sans TC", "Noto Serif CJK TC", "Noto Sans CJK TC",
    "Noto Serif CJK HK", "Noto Sans CJK HK", "Noto Serif TC", "Noto Sans TC", "LXGW WenKai TC", "AR PL UMing TW", "AR PL UKai TW",
  ],
  Jpan: [
    "Hiragino Sans", "Hiragino Mincho ProN", "Hiragino Maru Gothic ProN", "YuMincho", "YuGothic", "YuKyokasho", "Klee", "Yu Mincho",
    "Yu Gothic", "Meiryo", "BIZ UDPMincho", "BIZ UDPGothic", "UD Digi Kyokasho N-R", "Source Han Serif", "Source Han Sans",
    "Noto Serif CJK JP", "Noto Sans CJK JP", "Noto Serif JP", "Noto Sans JP", "IPAexMincho", "IPAexGothic", "TakaoMincho", "TakaoGothic",
  ],
  Kore: [
    "Apple SD Gothic Neo", "AppleMyungjo", "Nanum Myeongjo", "Nanum Gothic", "NanumMyeongjo", "NanumGothic", "Malgun Gothic", "Batang",
    "Gulim", "Dotum", "Gungsuh", "Source Han Serif K", "Source Han Sans K", "Noto Serif CJK KR", "Noto Sans CJK KR", "Noto Serif KR",
    "Noto Sans KR", "UnBatang", "UnDotum",
  ],
  Arab: [
    "Geeza Pro", "Al Nile", "Baghdad", "Damascus", "Al Bayan", "Segoe UI", "Sakkal Majalla", "Traditional Arabic", "Simplified Arabic",
    "Arabic Typesetting", "Dubai", "Urdu Typesetting", "Noto Naskh Arabic", "Noto Sans Arabic", "Noto Kufi Arabic",
    "Noto Nastaliq Urdu", "Amiri", "Scheherazade New", "Vazirmatn", "KacstBook", "DejaVu Sans",
  ],
  Hebr: [
    "Arial Hebrew", "New Peninim MT", "Raanana", "Corsiva Hebrew", "Segoe UI", "David", "FrankRuehl", "Narkisim", "Gisha", "Miriam",
    "Noto Serif Hebrew", "Noto Sans Hebrew", "SBL Hebrew", "David CLM", "Frank Ruehl CLM", "Frank Ruhl Libre", "David Libre", "DejaVu Sans",
  ],
};

/** Name of the setting for a script's typeface. @param {string} script */
export const faceSetting = (script) => `face${script}`;

/** A language's script; Latin if its own is not in TYPEFACES. @param {string} lang BCP 47, or "" */
export function scriptOf(lang) {
  const script = (lang && new Intl.Locale(lang).maximize().script) || "Latn";
  return script in TYPEFACES ? script : "Latn";
}

/** Letters of many widths and of every script. */
const SAMPLE = "mmwwlli1234 国國あア가ابגד";

/** Typefaces that are installed: the sample has another width than in one of the fallbacks. @param {string[]} names */
export function installed(names) {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  const width = (font) => {
    context.font = `72px ${font}`;
    return context.measureText(SAMPLE).width;
  };
  return names.filter((name) => ["serif", "monospace"].some((fallback) => width(`"${name}", ${fallback}`) !== width(fallback)));
}
