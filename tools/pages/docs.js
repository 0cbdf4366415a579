// Search over all documents, in the page: the list of sections is fetched when somebody first types.
const script = document.querySelector("script[data-index]");
const query = document.getElementById("query");
const found = document.getElementById("found");
const contents = document.getElementById("contents");
const MOST = 12;
let sections;

const make = (tag, text = "") => Object.assign(document.createElement(tag), { textContent: text });
const count = (text, word) => text.split(word).length - 1;

// A word in a heading or title counts more than one in the text; every word must be somewhere.
// Notes are history and come later.
function worth(section, words) {
  let sum = 0;
  for (const word of words) {
    const here = 12 * count(section.low.heading, word) + 6 * count(section.low.title, word) + Math.min(5, count(section.low.text, word));
    if (here === 0) return 0;
    sum += here;
  }
  return /^notes\/|^CHANGELOG/.test(section.page) ? sum / 4 : sum;
}

// The words around the first place where one of them stands.
function around({ text, low }, words) {
  const at = Math.min(...words.map((word) => low.text.indexOf(word)).filter((place) => place >= 0));
  if (!Number.isFinite(at)) return "";
  const from = Math.max(0, text.lastIndexOf(" ", Math.max(0, at - 40)));
  const to = text.indexOf(" ", at + 60);
  return `${from > 0 ? "... " : ""}${text.slice(from, to < 0 ? undefined : to).trim()}${to < 0 ? "" : " ..."}`;
}

function show(list, words) {
  const items = list.map((section) => {
    const link = make("a", section.heading === section.title ? section.title : `${section.title}: ${section.heading}`);
    link.href = `${script.dataset.root}${section.page}#${section.anchor}`;
    link.append(make("small", around(section, words)));
    const item = make("li");
    item.append(link);
    return item;
  });
  const result = make("ul");
  result.append(...items);
  found.replaceChildren(items.length > 0 ? result : make("p", "Nothing found. Try fewer or other words."));
}

async function search() {
  const words = query.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return found.replaceChildren();
  try {
    sections ??= (await (await fetch(new URL(script.dataset.index, location.href))).json())
      .map((section) => ({ ...section, low: { heading: section.heading.toLowerCase(), title: section.title.toLowerCase(), text: section.text.toLowerCase() } }));
  } catch {
    return found.replaceChildren(make("p", "The list for the search did not load. Check the connection and type again."));
  }
  const rated = sections.map((section) => [worth(section, words), section]).filter(([value]) => value > 0);
  show(rated.sort((a, b) => b[0] - a[0]).slice(0, MOST).map(([, section]) => section), words);
}

query.closest(".search").hidden = false;
query.addEventListener("input", search);
query.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { query.value = ""; found.replaceChildren(); }
  if (event.key === "Enter") found.querySelector("a")?.click();
});
// On a small screen the text comes first; on a large one the page shown is in sight.
if (matchMedia("(max-width: 60rem)").matches) contents.open = false;
const side = document.querySelector(".side");
side.scrollTop = (side.querySelector("[aria-current]")?.offsetTop ?? 0) - side.clientHeight / 2;
