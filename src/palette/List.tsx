import { memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Icon, isIconName } from '../ui/Icon.tsx';
import { KeyCaps } from '../ui/KeyCaps.tsx';
import type { Choice, ListRow } from './choices.ts';
import type { Span } from './match/highlight.ts';
import styles from './Palette.module.css';

/** Heights in pixels (LOOKS.md): rows of 36, headings of 28, about eleven rows in sight. */
const rowHeight = 36;
const headingHeight = 28;
const fullHeight = 404;
/** A window below this height has the palette at its top, and of the list what fits beside head, field and footer (Palette.module.css). */
const lowWindow = 640;
const besideHeight = 136;

const readViewHeight = (): number =>
  window.innerHeight > lowWindow ? fullHeight : Math.min(fullHeight, Math.max(2 * rowHeight, window.innerHeight - besideHeight));
const subscribeToSize = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};
/** A row beyond what is in sight on each side: each more costs every letter. */
const overscan = rowHeight;

/** The list's element, for `aria-controls`. Not cmdk's list: that one measures itself and lays the palette out again a frame after each letter. */
export const listId = 'palette-list';
/** The id of a choice's element, for `aria-activedescendant`. */
export const getOptionId = (id: string): string => `palette-${id.replace(/[^a-zA-Z0-9_-]/g, '_')}`;

/** Keyed by place: with the next letter the same elements are written again, none is made or removed. */
function HighlightedText({ text, spans }: { text: string; spans: readonly Span[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of spans) {
    parts.push(text.slice(at, from), <b key={parts.length}>{text.slice(from, to)}</b>);
    at = to;
  }
  parts.push(text.slice(at));
  return parts;
}

const Option = memo(function Option({ choice, top, isActive, onPoint }: { choice: Choice; top: number; isActive: boolean; onPoint: (id: string) => void }) {
  const icon = isIconName(choice.icon) ? choice.icon : null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the combobox that owns this list
    <div
      id={getOptionId(choice.id)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={choice.reason !== null && choice.unblock === null}
      className={icon === null ? `${styles.option} ${styles.plain}` : styles.option}
      style={{ transform: `translateY(${top}px)` }}
      data-muted={choice.reason === null ? undefined : ''}
      data-choice={choice.id}
      onPointerMove={() => {
        if (!isActive) onPoint(choice.id);
      }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={choice.choose}
    >
      {icon === null ? null : <Icon name={icon} />}
      <span className={styles.title}>
        <HighlightedText text={choice.title} spans={choice.spans} />
      </span>
      {choice.detail === null ? null : (
        <span className={styles.detail}>
          <HighlightedText text={choice.detail} spans={choice.detailSpans} />
        </span>
      )}
      {choice.isCurrent ? <Icon name="check" label="Current" /> : null}
      {choice.reason === null ? (
        choice.keys ? (
          <KeyCaps keys={choice.keys} />
        ) : null
      ) : (
        <span className={styles.reason}>
          {choice.reason}
          {choice.unblock === null ? null : <span className={styles.unblock}> · ⏎ {choice.unblock}</span>}
        </span>
      )}
    </div>
  );
});

/** The list of the palette: only what is in sight is in the page; an element is used again for what comes into its place. */
export function List({
  lines,
  activeId,
  onPoint,
  label,
}: {
  lines: readonly ListRow[];
  activeId: string | null;
  onPoint: (id: string) => void;
  label: string;
}) {
  const view = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const viewHeight = useSyncExternalStore(subscribeToSize, readViewHeight);
  const { tops, total } = useMemo(() => {
    const places: number[] = [];
    let y = 0;
    for (const { kind } of lines) {
      places.push(y);
      y += kind === 'heading' ? headingHeight : rowHeight;
    }
    return { tops: places, total: y };
  }, [lines]);

  // Reckons with the heights known here: asking the element where it is would lay the page out once more for each letter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves only when the active row does
  useLayoutEffect(() => {
    const element = view.current;
    const at = lines.findIndex(({ id }) => id === activeId);
    const top = tops[at];
    if (!element || top === undefined) return;
    const from = at === 1 && lines[0]?.kind === 'heading' ? 0 : top;
    const shown = Math.min(scrolled, Math.max(0, total - viewHeight));
    if (from < shown) element.scrollTop = from;
    else if (top + rowHeight > shown + viewHeight) element.scrollTop = top + rowHeight - viewHeight;
  }, [activeId, lines, viewHeight]);

  return (
    <div
      ref={view}
      id={listId}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className={styles.list}
      style={{ maxHeight: viewHeight }}
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
    >
      <div style={{ height: total, position: 'relative' }}>
        {lines.map((line, at) => {
          const top = tops[at] ?? 0;
          if (top > scrolled + viewHeight + overscan || top < scrolled - overscan) return null;
          if (line.kind === 'choice') return <Option key={`choice ${at}`} choice={line.choice} top={top} isActive={line.id === activeId} onPoint={onPoint} />;
          return (
            <div key={`heading ${at}`} role="presentation" className={styles.heading} style={{ transform: `translateY(${top}px)` }}>
              {line.title}
            </div>
          );
        })}
      </div>
    </div>
  );
}
