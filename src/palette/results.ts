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
import { findPhone, fold, splitWords } from './match/words.ts';
import { createSearchIndex, type SearchIndex } from './searchIndex.ts';

/** Item of the palette: the id carries the kind, `company:7`. Choosing one runs a command. */
export interface PaletteItem extends Entry {
  readonly kind: 'command' | 'person' | 'number' | 'pane' | 'company' | 'conversation';
  readonly icon: string;
  readonly run: { readonly commandId: string; readonly args: ArgText };
  /** Set for a command. */
  readonly command?: Command;
}
interface PaletteRow {
  readonly item: PaletteItem;
  readonly availability: AvailabilityResult;
  readonly detail: string | null;
}
export interface PaletteSection {
  readonly heading: string;
  readonly rows: readonly PaletteRow[];
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
const maxPerKind = 6;
const maxInKind = 100;

/** Palette items for a hit of each kind; `arg` takes its id. */
const hits: Readonly<Record<SearchHit['kind'], Pick<PaletteItem, 'kind' | 'icon'> & { readonly commandId: string; readonly arg: string }>> = {
  company: { kind: 'company', icon: 'building', commandId: 'company.switch', arg: 'company' },
  contact: { kind: 'person', icon: 'user', commandId: 'go.contact', arg: 'contact' },
  number: { kind: 'number', icon: 'hash', commandId: 'go.number', arg: 'number' },
  conversation: { kind: 'conversation', icon: 'message', commandId: 'conversations.open', arg: 'conversation' },
};

/** A hit of the server's search as a item of the palette, found again by its words and by the number that stands in them. */
export function hitToItem({ id, title, detail, ...hit }: SearchHit): PaletteItem {
  const { kind, icon, commandId, arg } = hits[hit.kind];
  return { id: `${kind}:${id}`, kind, icon, title, detail, phone: findPhone(`${title} ${detail}`), run: { commandId, args: { [arg]: String(id) } } };
}

/** A company staff may act in, as a item of the palette. */
export const companyToItem = (company: StaffCompany): PaletteItem => ({
  id: `company:${company.id}`,
  kind: 'company',
  icon: 'building',
  title: company.name,
  detail: formatCompanySummary(company),
  run: { commandId: 'company.actIn', args: { company: String(company.id) } },
});

const listCompanies = ({ companies }: Context): PaletteItem[] =>
  companies.map((company) => ({
    id: `company:${company.id}`,
    kind: 'company',
    icon: 'building',
    title: company.name,
    detail: [company.organizationName, company.unreadCount > 0 ? `${company.unreadCount.toLocaleString('en-US')} unread` : null].filter(Boolean).join(' · '),
    run: { commandId: 'company.switch', args: { company: String(company.id) } },
  }));
const listNumbers = ({ numbers }: Context): PaletteItem[] =>
  numbers.map((number) => ({
    id: `number:${number.id}`,
    kind: 'number',
    icon: 'hash',
    title: number.label,
    detail: displayPhone(number.number),
    phone: number.number,
    run: { commandId: 'go.number', args: { number: String(number.id) } },
  }));
const listPanes = ({ panes }: Context): PaletteItem[] => [
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
const normalizeText = (text: string): string => splitWords(fold(text)).join(' ');

/** A command and its argument typed in one line: `buy 415 x10`. Where several have the verb, those of this place. */
function parseTypedItems(registry: Registry, words: string, { focus }: Context): PaletteItem[] {
  const [verb = '', ...rest] = words.split(/\s+/);
  const text = rest.join(' ');
  if (text === '') return [];
  const known = registry.all.flatMap((command) => (command.typed?.verb === verb.toLowerCase() ? [{ command, arg: command.typed.arg }] : []));
  const here = known.filter(({ command }) => command.scopes.some((scope) => focus.scopes.includes(scope)));
  return (here.length > 0 ? here : known).map(({ command, arg }) => ({
    ...commandToItem(command),
    id: `typed:${command.id}`,
    title: `${command.title}: ${text}`,
    run: { commandId: command.id, args: { [arg]: text } },
  }));
}

const commandToItem = (command: Command): PaletteItem => ({
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
  const commands = registry.all.map(commandToItem);
  const byTitle = new Map(commands.map((item) => [normalizeText(item.title), item]));
  const of: Record<PaletteItem['kind'], SearchIndex<PaletteItem>> = {
    command: createSearchIndex(),
    person: createSearchIndex(),
    conversation: createSearchIndex(),
    company: createSearchIndex(),
    number: createSearchIndex(),
    pane: createSearchIndex(),
  };
  of.command.put(commands);
  let companies: Context['companies'] = [];
  let numbers: Context['numbers'] = [];

  // Thousands of people share one command: it is asked once in a context.
  let cached: { readonly context: Context; readonly answers: Map<string, AvailabilityResult> } | null = null;
  const getAvailability = (commandId: string, context: Context): AvailabilityResult => {
    if (cached?.context !== context) cached = { context, answers: new Map() };
    const known = cached.answers.get(commandId);
    if (known) return known;
    const command = registry.get(commandId);
    const given: AvailabilityResult = command ? checkAvailability(command, context) : { ok: false, kind: 'command', reason: 'Unknown command' };
    cached.answers.set(commandId, given);
    return given;
  };

  const createRow = (item: PaletteItem, context: Context): PaletteRow => {
    const given = getAvailability(item.run.commandId, context);
    return { item, availability: given, detail: item.command ? item.command.detail(context) : (item.detail ?? null) };
  };
  const getRank = (row: PaletteRow): number => (row.availability.ok ? 0 : row.availability.kind === 'scope' || row.availability.kind === 'session' ? 2 : 1);
  const sortByRank = (rows: readonly PaletteRow[]): PaletteRow[] => [...rows].sort((one, other) => getRank(one) - getRank(other));

  const listInitial = (scope: QueryScope, context: Context, remote: readonly PaletteItem[], onRows: boolean): PaletteSection[] => {
    if (scope === 'everything') {
      const rows = commands.map((item) => createRow(item, context)).filter((row) => row.availability.ok && row.item.command?.repeats !== true);
      const often = [...rows].sort((one, other) => frecency.weight(other.item.run.commandId) - frecency.weight(one.item.run.commandId));
      return [{ heading: 'Commands', rows: often.slice(0, 40) }];
    }
    return kindsOf[scope].flatMap((kind) => {
      const known = new Set(of[kind].list.map(({ id }) => id));
      const more = remote.filter((item) => item.kind === kind && !known.has(item.id));
      const rows = [...of[kind].list, ...more].map((item) => createRow(item, context)).filter(({ item }) => !onRows || (item.command?.rows ?? null) !== null);
      const often = [...rows].sort((one, other) => frecency.weight(other.item.run.commandId) - frecency.weight(one.item.run.commandId));
      const shown = sortByRank(kind === 'command' ? often : rows);
      return shown.length > 0 ? [{ heading: headings[kind], rows: shown }] : [];
    });
  };

  return {
    /** Takes over what changed in the context; cheap when nothing did. */
    refresh: (context: Context): void => {
      if (context.companies !== companies) of.company.put(listCompanies(context));
      if (context.numbers !== numbers) of.number.put(listNumbers(context));
      ({ companies, numbers } = context);
    },
    /** Takes over the panes that are open: a handful, at each opening. */
    refreshPanes: (context: Context): void => of.pane.put(listPanes(context)),
    /** Adds what the app came across (contacts on screen, say), so that it is found at once. */
    offer: (kind: 'person' | 'conversation', items: readonly PaletteItem[]): void => {
      of[kind].add(items);
    },
    /** Forgets what belongs to a company. */
    clear: (): void => {
      of.person.put([]);
      of.conversation.put([]);
    },
    /** Resolves when everything that was taken over can be found. */
    ready: (): Promise<unknown> => Promise.all(Object.values(of).map((index) => index.ready())),
    /** The sections for a query, local hits first, then those of the server that are not among them. */
    find: (query: string, context: Context, remote: readonly PaletteItem[], onRows = false): PaletteSection[] => {
      const { scope, words } = splitQuery(query);
      if (words === '') return listInitial(scope, context, remote, onRows);
      const limit = scope === 'everything' ? maxPerKind : maxInKind;
      const isCommandsToo = kindsOf[scope].includes('command');
      const named = isCommandsToo ? byTitle.get(normalizeText(words)) : undefined;
      // Whoever types a title means that command, whatever else the words could be.
      const whole = named && (!onRows || named.command?.rows) ? [createRow(named, context)] : [];
      const sections = kindsOf[scope].map((kind) => {
        const hits: Hit<PaletteItem>[] = of[kind].search(words, limit * 2, ({ run }) => frecency.boost(run.commandId));
        const local = hits.filter(({ entry }) => !onRows || (entry.command?.rows ?? null) !== null);
        const known = new Set(local.map(({ entry }) => entry.id));
        const more = remote.filter((item) => item.kind === kind && !known.has(item.id));
        const rows = [...local.map(({ entry }) => createRow(entry, context)), ...more.map((item) => createRow(item, context))];
        const isCommand = kind === 'command';
        const shown = isCommand ? [...whole, ...sortByRank(rows.filter(({ item }) => item !== whole[0]?.item))] : rows;
        const best = isCommand && whole.length > 0 ? Number.POSITIVE_INFINITY : (local[0]?.score ?? (more.length > 0 ? 0.4 : 0));
        return { heading: headings[kind], best, isCommand, rows: shown.slice(0, limit) };
      });
      // Commands stand first unless something else fits clearly better.
      const getOrder = (section: (typeof sections)[number]) => section.best + (section.isCommand ? 0.1 : 0);
      const typed = isCommandsToo && !onRows && whole.length === 0 ? parseTypedItems(registry, words, context) : [];
      const runnable = typed.map((item) => createRow(item, context)).filter((row) => row.availability.ok);
      const first = runnable.length > 0 ? [{ heading: headings.command, rows: runnable }] : [];
      const found = sections.filter(({ rows }) => rows.length > 0).sort((one, other) => getOrder(other) - getOrder(one));
      return [...first, ...found];
    },
  };
}
export type PaletteIndex = ReturnType<typeof createPaletteIndex>;
