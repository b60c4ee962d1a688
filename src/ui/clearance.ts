/** Keeps a floating box clear of what it must not cover. The notice: of what has the focus (the row under the cursor, or the field or form where text is entered) and of what says how many rows are selected. */

/** Milliseconds after which rows that moved by themselves are looked at again. */
const clearanceMs = 200;
/** Pixels between the box and what it keeps clear of. */
const gap = 8;

/** Places of the elements the notice never covers: the row under the focused cursor, the field or form where text is entered, and bars of a selection. */
function findFocused(): readonly Element[] {
  const active = document.activeElement;
  const field = active?.closest('form') ?? active?.closest('input, textarea, [contenteditable]');
  const focused = field ?? document.querySelector('[data-focused="true"] [data-cursor]');
  return [...(focused ? [focused] : []), ...document.querySelectorAll('[data-selected-count]')];
}

/** Pixels a box is lifted so that it covers none of them. */
function computeLift(own: DOMRect, obstacles: readonly DOMRect[]): number {
  let lift = 0;
  // From below: over one there may be the next.
  for (const other of obstacles.toSorted((a, b) => b.bottom - a.bottom)) {
    const isBeside = other.left >= own.right || other.right <= own.left;
    const isCovered = !isBeside && other.top < own.bottom - lift + gap && other.bottom > own.top - lift - gap;
    if (isCovered) lift = own.bottom + gap - other.top;
  }
  return lift;
}

/** Places a box now, and when something may have moved. Returns how to stop. */
function keepPlaced(place: () => void): () => void {
  const soon = () => requestAnimationFrame(place);
  const kinds = ['focusin', 'keydown', 'resize'] as const;
  place();
  const timer = setInterval(place, clearanceMs);
  for (const kind of kinds) window.addEventListener(kind, soon);
  return () => {
    clearInterval(timer);
    for (const kind of kinds) window.removeEventListener(kind, soon);
  };
}

/** Lifts the notice over what has the focus while it would cover it: its style has `--lift`, in pixels. Returns how to stop. */
export function keepClear(box: HTMLElement): () => void {
  return keepPlaced(() => {
    box.style.setProperty('--lift', '0px');
    const own = box.getBoundingClientRect();
    // Over a form that fills its pane there is no room: then the notice stays over its end.
    const lift = computeLift(
      own,
      findFocused().map((element) => element.getBoundingClientRect()),
    );
    if (lift > 0 && own.top - lift > window.innerHeight / 3) box.style.setProperty('--lift', `${Math.ceil(lift)}px`);
  });
}

/** Moves a box at the end of the window to the left of a thread that ends there, or over its composer where there is no room: `--shift` and `--lift`, in pixels. Returns how to stop. */
export function keepBesideThread(box: HTMLElement): () => void {
  let [shift, lift] = [0, 0];
  const move = (left: number, up: number) => {
    if (left === shift && up === lift) return;
    [shift, lift] = [left, up];
    box.style.setProperty('--shift', `${shift}px`);
    box.style.setProperty('--lift', `${lift}px`);
  };
  return keepPlaced(() => {
    const { x, y, width, height } = box.getBoundingClientRect();
    // Its place without what moved it: it stays open for long, and is not moved back and forth to find out.
    const own = new DOMRect(x + shift, y + lift, width, height);
    const composer = [...document.querySelectorAll('[data-scope="composer"]')].find((each) => computeLift(own, [each.getBoundingClientRect()]) > 0);
    const thread = composer?.closest('[data-pane]')?.getBoundingClientRect();
    if (!composer || !thread) return move(0, 0);
    if (thread.left - own.width > 2 * gap) move(Math.ceil(own.right + gap - thread.left), 0);
    else move(0, Math.ceil(computeLift(own, [composer.getBoundingClientRect()])));
  });
}
