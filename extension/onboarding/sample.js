/**
 * A first article: a page as web pages are, with a menu before the text and offers behind it, so
 * that the user sees at once what is left out.
 * @module
 */

/** @typedef {{site: string, menu: string[], title: string, text: Array<string>, offers: string[]}} Words text: "# " begins a heading */

/** @type {Record<string, Words>} by the language of the interface */
const WORDS = {
  en: {
    site: "Jingdu",
    menu: ["Home", "News", "Offers", "Sign in"],
    title: "What you can do with an article",
    text: [
      "The page that you opened had a menu above this text and a column of offers below it. Neither is here, because neither belongs to the article. That is what Jingdu does: it finds the text, its pictures, tables and notes, and leaves the rest where it was.",
      "# Make it yours",
      "The panel behind “Aa” changes the colours, the letters and their size, the space between the lines and the width of the column. What you choose holds for everything that you read from then on, and it follows the system between day and night if you want it to.",
      "# Go on another day",
      "Save an article and it is kept on your own disk, with its pictures, as plain files that any editor opens. In the library you find it again by any two characters of its text, whether or not the site still exists and whether or not you are online.",
      "# Mark and listen",
      "Select a sentence to highlight it or to add a note; both stay with the article. If your eyes are tired, have it read to you: the sentence that is spoken is the one that is lit. Press the question mark to see every key.",
      "# Go back",
      "Press the button again, or Alt and R, and you are back on the page, at the place where you left it. And if a part is missing from an article, or too much of it is there, ask why: the reader shows what it left out, and takes it in with a click.",
    ],
    offers: ["Ten offers of the week", "Subscribe now", "Our app is here"],
  },
  "zh-CN": {
    site: "净读",
    menu: ["首页", "新闻", "优惠", "登录"],
    title: "一篇文章可以怎么读",
    text: [
      "你刚才打开的网页，上面有一排菜单，下面有一栏推广。这里都看不到了，因为它们不属于文章。净读做的就是这件事：找出正文，连同图片、表格和注释；其余的，原样留在网页上。",
      "# 调成你喜欢的样子",
      "“Aa”后面的面板可以换颜色、换字体、调字号，也可以调行距和版心的宽窄。你选好的样子，以后读什么都照用；想让它跟着系统日夜变换，也可以。",
      "# 改天再读",
      "把文章收藏起来，它就连同图片一起存在你自己的硬盘上，都是普通文件，任何编辑器都能打开。在书库里，凭正文中的任意两个字就能把它找回来，不管原网站还在不在，也不管你有没有联网。",
      "# 划线与聆听",
      "选中一句话，就能划线或写一条笔记，它们会一直跟着文章。眼睛累了，就让它读给你听：读到哪一句，哪一句就亮起来。按一下问号，可以看到所有的快捷键。",
      "# 回到原网页",
      "再点一次按钮，或者按 Alt 和 R，就回到原来的网页，停在你离开的地方。如果文章少了一段，或者多了点什么，可以问一句“为什么”：阅读器会把没收进来的部分显示出来，点一下就能放进去。",
    ],
    offers: ["本周十大优惠", "立即订阅", "下载我们的应用"],
  },
  "zh-TW": {
    site: "淨讀",
    menu: ["首頁", "新聞", "優惠", "登入"],
    title: "一篇文章可以怎麼讀",
    text: [
      "你剛才開啟的網頁，上面有一排選單，下面有一欄推廣。這裡都看不到了，因為它們不屬於文章。淨讀做的就是這件事：找出正文，連同圖片、表格和註釋；其餘的，原樣留在網頁上。",
      "# 調成你喜歡的樣子",
      "「Aa」後面的面板可以換顏色、換字型、調字級，也可以調行距和版心的寬窄。你選好的樣子，以後讀什麼都照用；想讓它跟著系統日夜變換，也可以。",
      "# 改天再讀",
      "把文章收藏起來，它就連同圖片一起存在你自己的硬碟上，都是普通檔案，任何編輯器都能開啟。在書庫裡，憑正文中的任意兩個字就能把它找回來，不管原網站還在不在，也不管你有沒有連線。",
      "# 劃線與聆聽",
      "選取一句話，就能劃線或寫一則筆記，它們會一直跟著文章。眼睛累了，就讓它讀給你聽：讀到哪一句，哪一句就亮起來。按一下問號，可以看到所有的快速鍵。",
      "# 回到原網頁",
      "再點一次按鈕，或者按 Alt 和 R，就回到原來的網頁，停在你離開的地方。如果文章少了一段，或者多了點什麼，可以問一句「為什麼」：閱讀器會把沒收進來的部分顯示出來，點一下就能放進去。",
    ],
    offers: ["本週十大優惠", "立即訂閱", "下載我們的應用程式"],
  },
  ja: {
    site: "Jingdu",
    menu: ["ホーム", "ニュース", "お得な情報", "ログイン"],
    title: "記事でできること",
    text: [
      "いま開いたページには、この文章の上にメニューが、下に広告の欄がありました。どちらもここにはありません。記事の一部ではないからです。Jingdu がするのはそれだけです。本文と、その画像や表や注を見つけ、残りは元の場所に置いておきます。",
      "# 好みに合わせる",
      "「Aa」のパネルで、色、書体、文字の大きさ、行間、段の幅を変えられます。選んだものは、これから読むすべての記事に使われます。昼と夜でシステムに合わせて切り替えることもできます。",
      "# 続きは別の日に",
      "記事を保存すると、画像と一緒に自分のディスクに残ります。どのエディターでも開けるふつうのファイルです。ライブラリでは、本文のどの二文字からでも見つけられます。元のサイトがなくなっていても、オフラインでもかまいません。",
      "# 印をつける、聞く",
      "文を選ぶと、色をつけたりメモを書いたりできます。どちらも記事と一緒に残ります。目が疲れたら読み上げてもらいましょう。いま読まれている文が光ります。疑問符のキーを押すと、すべてのキーが表示されます。",
      "# 元のページに戻る",
      "ボタンか Alt と R をもう一度押すと、元のページの同じ場所に戻ります。記事に足りないところや余分なところがあれば、理由を尋ねてみてください。省いた部分が表示され、クリックすると加えられます。",
    ],
    offers: ["今週のお得な情報", "今すぐ購読", "アプリはこちら"],
  },
};

const links = (words) => words.map((word) => `<a href="#">${word}</a>`).join(" ");
const paragraph = (line) => (line.startsWith("# ") ? `<h2>${line.slice(2)}</h2>` : `<p>${line}</p>`);

/**
 * The page of the first article.
 * @param {string} language of the interface @returns {import("../background/capture.js").Page}
 */
export function sample(language) {
  const lang = Object.hasOwn(WORDS, language) ? language : "en";
  const { site, menu, title, text, offers } = WORDS[lang];
  const html = `<!doctype html><html lang="${lang}"><head><title>${title} - ${site}</title>
<meta property="og:site_name" content="${site}"></head><body><nav>${links(menu)}</nav>
<main><article><h1>${title}</h1>${text.map(paragraph).join("\n")}</article></main>
<aside><ul>${offers.map((offer) => `<li><a href="#">${offer}</a></li>`).join("")}</ul></aside></body></html>`;
  return { html, url: "", title };
}
