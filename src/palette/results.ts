/** The rows of the palette: what is found for a query, in groups. Computed per keystroke; only rows that may be seen are asked for availability. */

import { formatCompanySummary } from '#commands/auth/impersonation.ts';
import { type AvailabilityResult, checkAvailability } from '#commands/core/availability.ts';
import type { Command } from '#commands/core/command.ts';
import type { ArgText } from '#commands/core/outcome.ts';
import type { Registry } from '#commands/core/registry.ts';
import type { Context } from '#commands/core/types.ts';
import { places } from '#commands/index.ts';
import type { StaffCompany } from '#contract/auth/entities.ts';
import type { SearchHit } from '#contract/me/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { type QueryScope, splitQuery } from '#machines/palette/index.ts';
import type { Frecency } from './frecency.ts';
import type { Entry, Hit } from './match/matcher.ts';
import { fold, phoneIn, wordsOf } from './match/words.ts';
import { createShelf, type SearchIndex } from './searchIndex.ts';

/** Item of the palette: the id carries the kind, `company:7`. Choosing one runs a command. */
export interface PaletteItem extends Entry {
  readonly kind: 'command' | 'person' | 'number' | 'pane' | 'company' | 'conversation';
  readonly icon: string;
  readonly run: { readonly commandId: string; readonly args: ArgText };
  /** Set for a command. */
  readonly command?: Command;
}
interface Row {
  readonly thing: PaletteItem;
  readonly answer: AvailabilityResult;
  readonly detail: string | null;
}
export interface Section {
  readonly heading: string;
  readonly rows: readonly Row[];
}

const headings: Record<PaletteItem['kind'], string> = {
  command: 'Commands',
  person: 'Contacts',
  conversation: 'Conversations',
  company: 'Companies',
  number: 'Numbers',
  pane: 'Panes',
};
const kindsOf: Record<QueryScope, readonly PaletteItem['kind'][]> = {
  everything: ['command', 'person', 'conversation', 'company', 'number', 'pane'],
  commands: ['command'],
  people: ['person', 'conversation'],
  numbers: ['number'],
  panes: ['pane'],
  companies: ['company'],
};
/** Rows a group shows: few when all groups are looked through, many when one is. */
const fewMost = 6;
const manyMost = 100;

/** Palette items for a hit of each kind; `arg` takes its id. */
const hits: Readonly<Record<SearchHit['kind'], Pick<PaletteItem, 'kind' | 'icon'> & { readonly commandId: string; readonly arg: string }>> = {
  company: { kind: 'company', icon: 'building', commandId: 'company.switch', arg: 'company' },
  contact: { kind: 'person', icon: 'user', commandId: 'go.contact', arg: 'contact' },
  number: { kind: 'number', icon: 'hash', commandId: 'go.number', arg: 'number' },
  conversation: { kind: 'conversation', icon: 'message', commandId: 'conversations.open', arg: 'conversation' },
};

/** A hit of the server's search as a thing of the palette, found again by its words and by the number that stands in them. */
export function thingOfHit({ id, title, detail, ...hit }: SearchHit): PaletteItem {
  const { kind, icon, commandId, arg } = hits[hit.kind];
  return { id: `${kind}:${id}`, kind, icon, title, detail, phone: phoneIn(`${title} ${detail}`), run: { commandId, args: { [arg]: String(id) } } };
}

/** A company staff may act in, as a thing of the palette. */
export const thingOfStaffCompany = (company: StaffCompany): PaletteItem => ({
  id: `company:${company.id}`,
  kind: 'company',
  icon: 'building',
  title: company.name,
  detail: formatCompanySummary(company),
  run: { commandId: 'company.actIn', args: { company: String(company.id) } },
});

const companiesOf = ({ companies }: Context): PaletteItem[] =>
  companies.map((company) => ({
    id: `company:${company.id}`,
    kind: 'company',
    icon: 'building',
    title: company.name,
    detail: [company.organizationName, company.unreadCount > 0 ? `${company.unreadCount.toLocaleString('en-US')} unread` : null].filter(Boolean).join(' · '),
    run: { commandId: 'company.switch', args: { company: String(company.id) } },
  }));
const numbersOf = ({ numbers }: Context): PaletteItem[] =>
  numbers.map((number) => ({
    id: `number:${number.id}`,
    kind: 'number',
    icon: 'hash',
    title: number.label,
    detail: displayPhone(number.number),
    phone: number.number,
    run: { commandId: 'go.number', args: { number: String(number.id) } },
  }));
const panesOf = ({ panes }: Context): PaletteItem[] => [
  ...panes.map(
    (pane): PaletteItem => ({
      id: `pane:${pane.id}`,
      kind: 'pane',
      icon: 'layout',
      title: pane.title,
      detail: 'open',
      run: { commandId: 'go.pane', args: { pane: pane.id } },
    }),
  ),
  ...places.map(
    (place): PaletteItem => ({
      id: `place:${place.kind}`,
      kind: 'pane',
      icon: place.icon,
      title: place.title.replace(/^\w+ (to )?(the )?/, ''),
      keywords: place.keywords,
      run: { commandId: `go.${place.kind}`, args: {} },
    }),
  ),
];

/** A title or a query as it is compared as a whole. */
const wholeOf = (text: string): string => wordsOf(fold(text)).join(' ');

/** A command and its argument typed in one line: `buy 415 x10`. Where several have the verb, those of this place. */
function typedThings(registry: Registry, words: string, { focus }: Context): PaletteItem[] {
  const [verb = '', ...rest] = words.split(/\s+/);
  const text = rest.join(' ');
  if (text === '') return [];
  const known = registry.all.flatMap((command) => (command.typed?.verb === verb.toLowerCase() ? [{ command, arg: command.typed.arg }] : []));
  const here = known.filter(({ command }) => command.scopes.some((scope) => focus.scopes.includes(scope)));
  return (here.length > 0 ? here : known).map(({ command, arg }) => ({
    ...commandThing(command),
    id: `typed:${command.id}`,
    title: `${command.title}: ${text}`,
    run: { commandId: command.id, args: { [arg]: text } },
  }));
}

const commandThing = (command: Command): PaletteItem => ({
  id: `command:${command.id}`,
  kind: 'command',
  icon: command.icon,
  title: command.title,
  keywords: [...command.keywords, command.group],
  run: { commandId: command.id, args: {} },
  command,
});

/** Creates the index of the palette, kept ready: opening computes nothing. */
export function createPaletteIndex(registry: Registry, frecency: Frecency) {
  const commands = registry.all.map(commandThing);
  const byTitle = new Map(commands.map((thing) => [wholeOf(thing.title), thing]));
  const of: Record<PaletteItem['kind'], SearchIndex<PaletteItem>> = {
    command: createShelf(),
    person: createShelf(),
    conversation: createShelf(),
    company: createShelf(),
    number: createShelf(),
    pane: createShelf(),
  };
  of.command.put(commands);
  let companies: Context['companies'] = [];
  let numbers: Context['numbers'] = [];

  // Thousands of people share one command: it is asked once in a context.
  let asked: { readonly context: Context; readonly answers: Map<string, AvailabilityResult> } | null = null;
  const answerFor = (commandId: string, context: Context): AvailabilityResult => {
    if (asked?.context !== context) asked = { context, answers: new Map() };
    const known = asked.answers.get(commandId);
    if (known) return known;
    const command = registry.get(commandId);
    const given: AvailabilityResult = command ? checkAvailability(command, context) : { ok: false, kind: 'command', reason: 'Unknown command' };
    asked.answers.set(commandId, given);
    return given;
  };

  const rowOf = (thing: PaletteItem, context: Context): Row => {
    const given = answerFor(thing.run.commandId, context);
    return { thing, answer: given, detail: thing.command ? thing.command.detail(context) : (thing.detail ?? null) };
  };
  const rank = (row: Row): number => (row.answer.ok ? 0 : row.answer.kind === 'scope' || row.answer.kind === 'session' ? 2 : 1);
  const settle = (rows: readonly Row[]): Row[] => [...rows].sort((one, other) => rank(one) - rank(other));

  const initial = (scope: QueryScope, context: Context, remote: readonly PaletteItem[], onRows: boolean): Section[] => {
    if (scope === 'everything') {
      const rows = commands.map((thing) => rowOf(thing, context)).filter((row) => row.answer.ok && row.thing.command?.repeats !== true);
      const often = [...rows].sort((one, other) => frecency.weight(other.thing.run.commandId) - frecency.weight(one.thing.run.commandId));
      return [{ heading: 'Commands', rows: often.slice(0, 40) }];
    }
    return kindsOf[scope].flatMap((kind) => {
      const known = new Set(of[kind].list.map(({ id }) => id));
      const more = remote.filter((thing) => thing.kind === kind && !known.has(thing.id));
      const rows = [...of[kind].list, ...more].map((thing) => rowOf(thing, context)).filter(({ thing }) => !onRows || (thing.command?.rows ?? null) !== null);
      const often = [...rows].sort((one, other) => frecency.weight(other.thing.run.commandId) - frecency.weight(one.thing.run.commandId));
      const shown = settle(kind === 'command' ? often : rows);
      return shown.length > 0 ? [{ heading: headings[kind], rows: shown }] : [];
    });
  };

  return {
    /** Takes over what changed in the context; cheap when nothing did. */
    refresh: (context: Context): void => {
      if (context.companies !== companies) of.company.put(companiesOf(context));
      if (context.numbers !== numbers) of.number.put(numbersOf(context));
      ({ companies, numbers } = context);
    },
    /** Takes over the panes that are open: a handful, at each opening. */
    refreshPanes: (context: Context): void => of.pane.put(panesOf(context)),
    /** Adds what the app came across (contacts on screen, say), so that it is found at once. */
    offer: (kind: 'person' | 'conversation', things: readonly PaletteItem[]): void => {
      of[kind].offer(things);
    },
    /** Forgets what belongs to a company. */
    forget: (): void => {
      of.person.put([]);
      of.conversation.put([]);
    },
    /** Resolves when everything that was taken over can be found. */
    ready: (): Promise<unknown> => Promise.all(Object.values(of).map((shelf) => shelf.ready())),
    /** The sections for a query, local hits first, then those of the server that are not among them. */
    find: (query: string, context: Context, remote: readonly PaletteItem[], onRows = false): Section[] => {
      const { scope, words } = splitQuery(query);
      if (words === '') return initial(scope, context, remote, onRows);
      const most = scope === 'everything' ? fewMost : manyMost;
      const isCommandsToo = kindsOf[scope].includes('command');
      const named = isCommandsToo ? byTitle.get(wholeOf(words)) : undefined;
      // Whoever types a title means that command, whatever else the words could be.
      const whole = named && (!onRows || named.command?.rows) ? [rowOf(named, context)] : [];
      const sections = kindsOf[scope].map((kind) => {
        const hits: Hit<PaletteItem>[] = of[kind].search(words, most * 2, ({ run }) => frecency.boost(run.commandId));
        const local = hits.filter(({ entry }) => !onRows || (entry.command?.rows ?? null) !== null);
        const known = new Set(local.map(({ entry }) => entry.id));
        const more = remote.filter((thing) => thing.kind === kind && !known.has(thing.id));
        const rows = [...local.map(({ entry }) => rowOf(entry, context)), ...more.map((thing) => rowOf(thing, context))];
        const isCommand = kind === 'command';
        const shown = isCommand ? [...whole, ...settle(rows.filter(({ thing }) => thing !== whole[0]?.thing))] : rows;
        const best = isCommand && whole.length > 0 ? Number.POSITIVE_INFINITY : (local[0]?.score ?? (more.length > 0 ? 0.4 : 0));
        return { heading: headings[kind], best, isCommand, rows: shown.slice(0, most) };
      });
      // Commands stand first unless something else fits clearly better.
      const order = (section: (typeof sections)[number]) => section.best + (section.isCommand ? 0.1 : 0);
      const typed = isCommandsToo && !onRows && whole.length === 0 ? typedThings(registry, words, context) : [];
      const runnable = typed.map((thing) => rowOf(thing, context)).filter((row) => row.answer.ok);
      const first = runnable.length > 0 ? [{ heading: headings.command, rows: runnable }] : [];
      const found = sections.filter(({ rows }) => rows.length > 0).sort((one, other) => order(other) - order(one));
      return [...first, ...found];
    },
  };
}
export type Library = ReturnType<typeof createPaletteIndex>;
