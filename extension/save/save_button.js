/** The reader's save button, and the notices of the save, which background/saving.js conducts. @module */
import { ask, send } from "../shared/ask.js";
import { t } from "../shared/dom.js";
import { saveNotice } from "../shared/save_notices.js";
import { onTabMessage } from "../shared/tab_messages.js";
import { SavePanel } from "./save_panel.js";

const toolbarButton = /** @type {HTMLElement} */ (document.querySelector('.toolbar [data-action="save"]'));
const panel = new SavePanel(toolbarButton, act);

/** The article's entry in the library; null while it has none. */
let item = null;

toolbarButton.addEventListener("click", press);
onTabMessage("press_save", press);
onTabMessage("save_notice", (message) => {
  if (message.item !== undefined) showItem(message.item);
  panel.show(message.notice);
});

/** @param {{page?: {url?: string}, item?: object}} answer with an article */
export async function useSave(answer) {
  if (answer.item) return showItem(answer.item);
  if (answer.page?.url) showItem(await savedItem(answer.page.url));
}

/** The saved article of an address; null where there is none, or only the address, to be read later. */
async function savedItem(url) {
  const before = item;
  const { item: found } = await ask("saved", { url }).catch(() => ({}));
  if (item !== before) return item; // saved or removed meanwhile
  return found && !found.later ? found : null;
}

/** Show in the button whether the article is saved. @param {object | null} entry */
function showItem(entry) {
  item = entry;
  const label = item ? t("savedAction") : t("saveAction");
  toolbarButton.setAttribute("aria-pressed", String(!!item));
  toolbarButton.setAttribute("aria-label", label);
  toolbarButton.title = label;
}

/** Alt+S and the button: save, or show what can be done with a saved article. */
function press() {
  if (panel.isOpen && item) return panel.close();
  return act(item ? "saved" : "save");
}

/** @param {string} choice of a button, or a tag that was suggested: `tag:NAME` */
async function act(choice) {
  if (choice === "library") return void send({ kind: "show_library" });
  panel.dismissed = false;
  const reply = await send({ kind: "save", key: location.hash.slice(1), choice, item });
  if (reply?.state) panel.show(saveNotice(reply));
}
