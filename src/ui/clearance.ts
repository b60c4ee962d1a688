/** Keeps the notice clear of what has the focus: the row under the cursor, or the field or form where text is entered. */

/** Milliseconds after which rows that moved by themselves are looked at again. */
const clearanceMs = 200;
/** Pixels between the notice and what it keeps clear of. */
const gap = 8;

/** Elements the notice never covers: the row under the focused cursor, and the field or form where text is entered. */
function findObstacle(): Element | null {
  const active = document.activeElement;
  const field = active?.closest('form') ?? active?.closest('input, textarea, [contenteditable]');
  return field ?? document.querySelector('[data-focused="true"] [data-cursor]');
}

/** Lifts the notice over what has the focus while it would cover it. Returns how to stop. */
export function keepClear(box: HTMLElement): () => void {
  const place = () => {
    box.style.setProperty('--lift', '0px');
    const own = box.getBoundingClientRect();
    const other = findObstacle()?.getBoundingClientRect();
    const isCovered = other && other.left < own.right && other.right > own.left && other.top < own.bottom + gap && other.bottom > own.top - gap;
    // Over a form that fills its pane there is no room: then the notice stays over its end.
    const lift = isCovered ? own.bottom + gap - other.top : 0;
    if (lift > 0 && own.top - lift > window.innerHeight / 3) box.style.setProperty('--lift', `${Math.ceil(lift)}px`);
  };
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
