// What Streamlit calls: one card for each place on the page, as long as it stands there.
const cards = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  let card = cards.get(parentElement);
  if (card && card.place !== data.place) {
    card.stop();
    card = undefined;
  }
  if (!card) {
    card = new Card(parentElement, data.place);
    cards.set(parentElement, card);
  }
  card.update(data, setTriggerValue);
  const mine = (card.turn = (card.turn ?? 0) + 1);
  return () => {
    if (card.turn !== mine || cards.get(parentElement) !== card) return;
    card.stop();
    cards.delete(parentElement);
  };
}
