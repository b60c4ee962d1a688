import type { ComponentProps, ReactNode, Ref } from 'react';
import { Icon, type IconName, type Tone } from './Icon.tsx';
import { KeyCaps } from './KeyCaps.tsx';
import { formatAriaKeys } from './keys.ts';
import styles from './marks.module.css';
import tones from './tones.module.css';
import { type KeySource, useKeys } from './useKeys.ts';

export type ChipProps = {
  children: ReactNode;
  icon?: IconName /** Filled: what is in force. */;
  active?: boolean /** A smaller one, for tags inside a row. */;
  small?: boolean;
  tone?: Tone;
};

/** A short word about something: a tag, a state. */
export function Chip({ children, icon, active = false, small = false, tone }: ChipProps) {
  return (
    <span className={`${styles.chip} ${active ? styles.active : ''} ${small ? styles.small : ''} ${tone ? `${styles.toned} ${tones[tone]}` : ''}`}>
      {icon ? <Icon name={icon} size={12} /> : null}
      <span className={styles.chipText}>{children}</span>
    </span>
  );
}

export type ChipListProps = { items: readonly { id: number | string; name: string }[] };

const maxChips = 2;

/** The first chips of a cell, and how many more there are. They shrink to its width, each with an ellipsis; the whole list is the tooltip. */
export function ChipList({ items }: ChipListProps) {
  const more = items.length - maxChips;
  return (
    <span className={styles.chipList} title={items.map(({ name }) => name).join(', ')}>
      {items.slice(0, maxChips).map(({ id, name }) => (
        <Chip key={id} small>
          {name}
        </Chip>
      ))}
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </span>
  );
}

export type ChipButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  icon?: IconName;
  pressed?: boolean;
  keys?: KeySource;
  /** Draws the key after the words. */
  shows?: 'keys';
  ref?: Ref<HTMLButtonElement>;
};

/** A chip that acts: filters, toggles. */
export function ChipButton({ children, icon, pressed, keys, shows, type = 'button', ...rest }: ChipButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${styles.chip} ${styles.chipButton} ${pressed ? styles.active : ''}`}
      aria-pressed={pressed}
      aria-keyshortcuts={formatAriaKeys(useKeys(keys))}
    >
      {icon ? <Icon name={icon} size={12} /> : null}
      <span className={styles.chipText}>{children}</span>
      {shows ? <KeyCaps keys={keys} hidden /> : null}
    </button>
  );
}

/** A count. `label` says of what, for screen readers ("unread"). */
export function Badge({ count, label, quiet = false }: { count: number; label: string; quiet?: boolean }) {
  return (
    <span className={`${styles.badge} ${quiet ? styles.quietBadge : ''}`}>
      {count > 999 ? '999+' : count}
      <span className="sr-only"> {label}</span>
    </span>
  );
}

/** A dot with a meaning: unread, live, ringing. The word is for screen readers unless it is written beside. */
export function Dot({ tone = 'accent', label }: { tone?: Tone; label?: string }) {
  return <span className={`${styles.dot} ${tones[tone]}`}>{label ? <span className="sr-only">{label}</span> : null}</span>;
}

/** Up to two letters of a name: first and last word. */
function getInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** A person (round) or a company (square, in its own colour) by initials, or by its logo. Decoration unless `labelled`: the name stands beside it. */
export function Avatar({
  name,
  shape = 'person',
  labelled = false,
  large = false,
  logo,
}: {
  name: string;
  shape?: 'person' | 'company';
  labelled?: boolean;
  large?: boolean;
  logo?: string | null | undefined;
}) {
  if (logo) return <img className={styles.logo} src={logo} alt={labelled ? name : ''} />;
  const described = labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true };
  return (
    <span className={`${styles.avatar} ${styles[shape]} ${large ? styles.large : ''}`} {...described}>
      {shape === 'company' ? getInitials(name).slice(0, 1) : getInitials(name)}
    </span>
  );
}

/** Shows which letters matched, by weight. `ranges` are [start, end) in UTF-16 units, ascending. */
export function Highlight({ text, ranges }: { text: string; ranges: readonly (readonly [start: number, end: number])[] }) {
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    if (start > from) pieces.push(text.slice(from, start));
    pieces.push(
      <mark key={start} className={styles.match}>
        {text.slice(start, end)}
      </mark>,
    );
    from = end;
  }
  pieces.push(text.slice(from));
  return <span>{pieces}</span>;
}
