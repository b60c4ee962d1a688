import { useSelector } from '@xstate/react';
import { Command } from 'cmdk';
import { FocusScope } from 'radix-ui/internal';
import { type ClipboardEvent, type ComponentType, type KeyboardEvent, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { Command as ListedCommand } from '#commands/core/command.ts';
import { areReadersLoaded, loadReaders } from '#commands/core/readers.ts';
import { formatCount, getRows, getSampleNames, getTargetRows } from '#commands/core/rows.ts';
import type { Context } from '#commands/core/types.ts';
import type { Permission } from '#contract/core/permissions.ts';
import { type PaletteSnapshot, splitQuery } from '#machines/palette/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useCommandHost } from '../keys/host.ts';
import { Icon } from '../ui/Icon.tsx';
import { getOptionKey, type ListRow } from './choices.ts';
import type { PaletteController } from './controller.ts';
import { getOptionId, List, listId } from './List.tsx';
import { getPaletteIndex } from './library.ts';
import { getLink } from './link.ts';
import styles from './Palette.module.css';
import { Footer, Step, stepId } from './Steps.tsx';
import { useEnter } from './useEnter.ts';
import { useListRows } from './useListRows.ts';

/** The palette. Mounted once; its state is always readable at `data-flow="palette"`. */
interface PaletteProps {
  readonly palette: PaletteController;
  /** Draws people who have a permission that the user lacks. */
  readonly Holders: ComponentType<{ readonly permission: Permission }>;
}

export function Palette({ palette, Holders }: PaletteProps) {
  const snapshot = useSelector(palette.actor, (each) => each);
  // Made while nobody has opened it yet.
  useEffect(() => void getPaletteIndex(palette), [palette]);
  return (
    <div data-flow="palette" data-state={getStateName(snapshot)}>
      {snapshot.matches('open') ? <Panel palette={palette} snapshot={snapshot} Holders={Holders} /> : null}
    </div>
  );
}

const placeholders: Record<string, string> = {
  everything: 'Search or run a command',
  commands: 'Search commands',
  people: 'Search contacts',
  numbers: 'Search numbers',
  panes: 'Search panes',
  companies: 'Search companies',
  rows: 'Search row actions',
};

/** On what a command would act, one that is chosen on rows of its kind: "On 3 conversations · Marcus Lee, …". */
function describeTarget(context: Context, rows: ListedCommand['rows']): { what: string; names: string } | null {
  const on = rows === null ? getTargetRows(context) : getRows(context, rows.kind);
  if (on === null) return null;
  const count = formatCount(on.count, on.kind);
  return { what: on.mode === 'matching' ? `all ${count} matching the filter` : count, names: getSampleNames(on).join(', ') };
}

function Head({ palette, snapshot }: { palette: PaletteController; snapshot: PaletteSnapshot }) {
  const { command, given } = snapshot.context;
  const { registry } = useCommandHost();
  const { scope } = splitQuery(snapshot.context.query);
  const rows = (command && registry.get(command.id)?.rows) ?? null;
  const isElsewhere = command ? rows === null : snapshot.matches({ open: 'choosing' }) && scope !== 'everything' && scope !== 'commands';
  const acts = isElsewhere ? null : describeTarget(palette.context(), rows);
  const crumbs = command ? [command.title, ...given.filter(({ text }) => text !== '').map(({ text }) => text)] : [];
  if (!acts && crumbs.length === 0) return null;
  return (
    <p className={styles.head}>
      {crumbs.length > 0 ? (
        <span className={styles.crumbs}>
          {crumbs.map((crumb, at) => (
            <span key={`${at} ${crumb}`} className={styles.crumb}>
              {crumb}
            </span>
          ))}
        </span>
      ) : null}
      {acts ? (
        <span className={styles.acts}>
          Applies to <b>{acts.what}</b> · {acts.names}
        </span>
      ) : null}
    </p>
  );
}

/** The active choice: the present value, else the first, until another is moved to; kept by its id while the list grows. None until then where Enter skips the list. */
function useActive(lines: readonly ListRow[], resetOn: string, { initial, isSkipped }: { readonly initial: string | undefined; readonly isSkipped: boolean }) {
  const [chosen, setChosen] = useState<{ id: string; on: string } | null>(null);
  const choices = lines.flatMap((line) => (line.kind === 'choice' ? [line.choice] : []));
  const isMoved = chosen?.on === resetOn;
  const wanted = isMoved ? chosen.id : initial;
  const stored = wanted === undefined ? -1 : choices.findIndex(({ id }) => id === wanted);
  const at = isSkipped && !isMoved ? -1 : Math.max(0, stored);
  const point = (id: string): void => setChosen({ id, on: resetOn });
  const move = (to: number): void => {
    const target = choices[Math.min(choices.length - 1, Math.max(0, to))];
    if (target) point(target.id);
  };
  return { choices, at, active: choices[at] ?? null, point, move };
}

const pageRows = 10;
/** Returns the new position of a key in the list of the combobox; null when the key does not move it. */
function computePosition(event: KeyboardEvent, at: number, length: number): number | null {
  const key = event.ctrlKey && (event.key === 'n' || event.key === 'p') ? `ctrl+${event.key}` : event.key;
  switch (key) {
    case 'ArrowDown':
    case 'ctrl+n':
      return at + 1 < length ? at + 1 : 0;
    case 'ArrowUp':
    case 'ctrl+p':
      return at > 0 ? at - 1 : length - 1;
    case 'PageDown':
      return at + pageRows;
    case 'PageUp':
      return at - pageRows;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}

/** Prevents the default focus: the flow decides where the keyboard goes afterwards. */
const preventFocus = (event: Event): void => event.preventDefault();

/** Lines of a pasted list are parted by commas: a field of one line would run them together. */
function handlePaste(event: ClipboardEvent<HTMLInputElement>, type: (text: string) => void): void {
  const lines = event.clipboardData
    .getData('text')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length < 2) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  type(value.slice(0, selectionStart ?? value.length) + lines.join(', ') + value.slice(selectionEnd ?? value.length));
}

function Panel({ palette, snapshot, Holders }: PaletteProps & { readonly snapshot: PaletteSnapshot }) {
  const host = useCommandHost();
  const input = useRef<HTMLInputElement>(null);
  const { query, text, command } = snapshot.context;
  const isChoosing = snapshot.matches({ open: 'choosing' });
  const pending = palette.getPendingArgument();
  // A command that runs may lead the keyboard to what it opens.
  const keepsFocus = isIn(snapshot, 'open.choosing', 'open.asking') ? '' : undefined;
  const { lines, current, isAsking, error } = useListRows(palette, host, snapshot);
  const value = isChoosing ? query : pending ? text : '';
  const step = `${getStateName(snapshot)} ${pending?.named.name ?? ''} ${value}`;
  const { choices, at, active, point, move } = useActive(lines, step, {
    initial: value === '' && current !== undefined ? getOptionKey(current) : undefined,
    isSkipped: pending?.named.arg.optional === true && value.trim() === '',
  });
  const { press, refusal } = useEnter({ palette, snapshot, step, isAsking, active, error });
  const link = getLink(palette, snapshot, active);
  // With the row: the key that copies it may come at once.
  useLayoutEffect(() => palette.setLink(link), [palette, link]);
  // Read again what was typed before the readers were there.
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!areReadersLoaded()) void loadReaders().then(redraw, () => undefined);
  }, []);
  const focus = () => {
    // Selects once: what was typed meanwhile is not to be replaced by the next letter.
    if (document.activeElement === input.current) return;
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  };
  useEffect(focus, []);
  // The initial text of an argument is a proposal: the first letter typed replaces it.
  const argument = pending ? `${pending.command.id} ${pending.named.name}` : null;
  const typed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (argument !== null && value !== typed.current) input.current?.select();
    typed.current = null;
  }, [argument, value]);
  const takeFocus = (event: Event): void => {
    event.preventDefault();
    focus();
  };

  /** Home and End move the caret while there is text to move in, which cmdk would prevent; with Ctrl, or in an empty field, they move in the list. */
  const leaveToText = (event: KeyboardEvent): void => {
    if ((event.key === 'Home' || event.key === 'End') && value !== '' && !event.ctrlKey) event.stopPropagation();
  };
  const type = (text: string): void => {
    typed.current = text;
    if (isChoosing) palette.actor.send({ type: 'query.typed', query: text });
    else if (pending) palette.actor.send({ type: 'argument.typed', text });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const to = computePosition(event, at, choices.length);
    const pages = event.currentTarget.querySelector('[data-pages]');
    const turns = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
    const undoes = event.key === 'Backspace' && value === '' && !isChoosing;
    // Tab stays in the field: what a review shows beyond its height is reached by turning the page.
    if (pages !== null && turns !== 0) pages.scrollBy({ top: turns * pages.clientHeight });
    else if (to !== null) move(to);
    // A key that is held says nothing new.
    else if (event.key === 'Enter') event.repeat || press();
    else if (event.key === 'Escape') palette.stepBack();
    else if (undoes) palette.actor.send({ type: 'step.undone' });
    else if (event.key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
  };
  const searched = palette.isOnRows() ? 'rows' : splitQuery(query).scope;
  const label = isChoosing ? (placeholders[searched] ?? '') : (pending?.named.arg.label ?? command?.title ?? '');

  return (
    <>
      <div className={styles.scrim} aria-hidden onPointerDown={() => palette.close()} />
      {/* A dialog beneath holds the keyboard until somebody above it says that it is theirs. */}
      <FocusScope.Root asChild onMountAutoFocus={takeFocus} onUnmountAutoFocus={preventFocus}>
        <div role="dialog" aria-modal="true" aria-label="Command palette" className={styles.palette} data-scope="palette" data-keeps-focus={keepsFocus}>
          <Command label={label} shouldFilter={false} filter={() => 1} vimBindings={false} onKeyDown={onKeyDown}>
            <Head palette={palette} snapshot={snapshot} />
            <div className={styles.field}>
              {isChoosing || !pending ? (
                <Icon name={isChoosing ? 'search' : 'chevron-right'} tone="muted" />
              ) : (
                <span className={styles.argument} aria-hidden>
                  {label}
                </span>
              )}
              <Command.Input asChild value={value} onValueChange={type}>
                <input
                  ref={input}
                  role="combobox"
                  className={styles.input}
                  placeholder={isChoosing ? label : pending?.named.arg.optional ? 'Optional' : undefined}
                  aria-label={label}
                  aria-controls={listId}
                  readOnly={!isChoosing && !pending}
                  aria-expanded={choices.length > 0}
                  aria-activedescendant={active ? getOptionId(active.id) : undefined}
                  aria-busy={isAsking}
                  aria-describedby={stepId}
                  spellCheck={false}
                  onKeyDown={leaveToText}
                  onPaste={(event) => handlePaste(event, type)}
                />
              </Command.Input>
            </div>
            <Step palette={palette} snapshot={snapshot} Holders={Holders} error={error} isEmpty={choices.length === 0 && !isAsking} refusal={refusal} />
            <List lines={lines} activeId={active?.id ?? null} onPoint={point} label={label} />
            <Footer
              palette={palette}
              snapshot={snapshot}
              active={active}
              count={choices.length}
              isAsking={isAsking}
              linkKeys={link === null ? undefined : host.caps.get('palette.copyLink')}
            />
          </Command>
        </div>
      </FocusScope.Root>
    </>
  );
}
