// Finds the query's words in a text: accents and inflections folded lightly, by code points, in any script.
const MARKED_LENGTH = 30000;
const DIACRITICS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function fold(word) {
  return word.normalize("NFD").replace(DIACRITICS, "").normalize("NFC").toLowerCase();
}

// [start, end, folded word] of every word; scripts without spaces are cut by the browser's own segmenter.
function wordsOf(text) {
  if (UNSPACED.test(text) && Intl.Segmenter) {
    const cut = new Intl.Segmenter(undefined, { granularity: "word" });
    return [...cut.segment(text)]
      .filter((piece) => piece.isWordLike)
      .map((piece) => [piece.index, piece.index + piece.segment.length, fold(piece.segment)]);
  }
  return [...text.matchAll(WORD)].map((found) => [found.index, found.index + found[0].length, fold(found[0])]);
}

// One word is a light inflection of the other: they share all but their last letters.
function sameWord(one, other) {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared += 1;
  if (shared < 4) return false;
  const cut = short.length - shared;
  const added = long.length - shared;
  return cut === 0 ? added <= 3 : shared > 4 && cut === 1 && added <= 3;
}

function wordsToMark(query, common) {
  const words = new Set(wordsOf(query).map(([, , word]) => word));
  return [...words].filter((word) => !common.has(word) && ([...word].length > 2 || UNSPACED.test(word) || /\d/.test(word)));
}

// The pieces of the text in order, as [piece, is it a word of the query].
function marked(text, wanted) {
  const answers = new Map();
  const isWanted = (word) => {
    if (!answers.has(word)) answers.set(word, wanted.some((other) => sameWord(word, other)));
    return answers.get(word);
  };
  const pieces = [];
  let done = 0;
  for (const [start, end, word] of wanted.length ? wordsOf(text.slice(0, MARKED_LENGTH)) : []) {
    if (!isWanted(word)) continue;
    if (start > done) pieces.push([text.slice(done, start), false]);
    pieces.push([text.slice(start, end), true]);
    done = end;
  }
  if (done < text.length) pieces.push([text.slice(done), false]);
  return pieces;
}

// Only text nodes and <mark> elements: nothing in a text is ever read as markup.
function showMarked(element, pieces) {
  element.replaceChildren(
    ...pieces.map(([piece, isMarked]) => {
      if (!isMarked) return document.createTextNode(piece);
      const mark = document.createElement("mark");
      mark.textContent = piece;
      return mark;
    }),
  );
}
