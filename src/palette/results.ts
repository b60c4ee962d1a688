/** The rows of the palette: what is found for a query, in groups. Computed per keystroke; only rows that may be seen are asked for availability. */

import { type AvailabilityResult, checkAvailability } from '#commands/core/availability.ts';
import { isListed } from '#commands/core/listing.ts';
import type { Registry } from '#commands/core/registry.ts';
import type { Context } from '#commands/core/types.ts';
import { fold } from '#contract/text/fold.ts';
import { type QueryScope, splitQuery } from '#machines/palette/index.ts';
import { isWholePhone, listFallbacks, type SearchOutcome } from './fallbacks.ts';
import type { Frecency } from './frecency.ts';
import { type CommandGroup, isAboutRow, listHome, listRowMenu } from './home.ts';
import { commandToItem, listCompanies, listNumbers, listPanes, type PaletteItem } from './items.ts';
import { type Hit, scoreEntry } from './match/matcher.ts';
import { splitWords } from './match/words.ts';
import { createSearchIndex, type SearchIndex } from './searchIndex.ts';
import { listValueItems } from './values.ts';

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
/** Rows a group shows: few where others follow it, many where none does. */
const maxPerKind = 6;
const maxInKind = 100;

/** A title or a query as it is compared as a whole. */
const normalizeText = (text: string): string => splitWords(fold(text)).join(' ');

/** True where the words begin the title, and are at least half of it. */
function isHalfTyped(words: string, title: string): boolean {
  const [typed, whole] = [normalizeText(words), normalizeText(title)];
  return typed.length * 2 >= whole.length && whole.startsWith(typed);
}

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

/** Creates the index of the palette, kept ready: opening computes nothing. */
export function createPaletteIndex(registry: Registry, frecency: Frecency) {
  const commands = registry.all.filter(({ isUnlisted }) => !isUnlisted).map(commandToItem);
  const byId = new Map(commands.map((item) => [item.run.commandId, item]));
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
  /** The rows of commands that make sense now. */
  const createRows = (items: readonly PaletteItem[], context: Context, onRows: boolean): PaletteRow[] =>
    items.flatMap((item) => {
      const { command } = item;
      if (command && onRows && !isAboutRow(command, registry, context)) return [];
      const row = createRow(item, context);
      return command === undefined || isListed(command, row.availability, context) ? [row] : [];
    });
  const getRank = (row: PaletteRow): number => (row.availability.ok ? 0 : row.availability.kind === 'scope' || row.availability.kind === 'session' ? 2 : 1);
  const sortByRank = (rows: readonly PaletteRow[]): PaletteRow[] => [...rows].sort((one, other) => getRank(one) - getRank(other));

  const createSections = (groups: readonly CommandGroup[], context: Context): PaletteSection[] =>
    groups.map(({ heading, commands: listed }) => ({
      heading,
      rows: listed.flatMap(({ id }) => {
        const item = byId.get(id);
        return item ? [createRow(item, context)] : [];
      }),
    }));

  const listInitial = (scope: QueryScope, context: Context, remote: readonly PaletteItem[], onRows: boolean): PaletteSection[] => {
    if (onRows) return createSections(listRowMenu(registry, context), context);
    if (scope === 'everything') return createSections(listHome(registry, frecency, context), context);
    return kindsOf[scope].flatMap((kind) => {
      const known = new Set(of[kind].list.map(({ id }) => id));
      const more = remote.filter((item) => item.kind === kind && !known.has(item.id));
      const rows = createRows([...of[kind].list, ...more], context, false);
      const often = [...rows].sort((one, other) => frecency.weight(other.item.run.commandId) - frecency.weight(one.item.run.commandId));
      const shown = sortByRank(kind === 'command' ? often : rows);
      return shown.length > 0 ? [{ heading: headings[kind], rows: shown }] : [];
    });
  };

  /** The group of a kind, and how well its best row fits. */
  const findKind = (kind: PaletteItem['kind'], words: string, context: Context, remote: readonly PaletteItem[], limit: number, onRows: boolean) => {
    const isCommand = kind === 'command';
    const hits: Hit<PaletteItem>[] = of[kind].search(words, limit * 2, ({ run }) => frecency.boost(run.commandId));
    // A command that fits by a typing error alone is noise beside one that fits as it is typed.
    const fitting = isCommand && (hits[0]?.score ?? 0) > 0 ? hits.filter(({ score }) => score > 0) : hits;
    const known = new Set(fitting.map(({ entry }) => entry.id));
    // A whole number does not mean a person with another number that ends alike.
    const isMeant = (item: PaletteItem) => !isWholePhone(words) || scoreEntry(words, item) > 0;
    const more = remote.filter((item) => item.kind === kind && !known.has(item.id) && isMeant(item));
    const local = createRows(
      fitting.map(({ entry }) => entry),
      context,
      onRows,
    );
    const [first] = more;
    // The server's order is its own; how well it fits beside the others shows its first.
    const best = Math.max(fitting[0]?.score ?? -2, first === undefined ? -2 : scoreEntry(words, first) || -1);
    return { heading: headings[kind], best, isCommand, rows: [...local, ...more.map((item) => createRow(item, context))] };
  };

  return {
    /** Takes over what changed in the context; cheap when nothing did. */
    refresh: (context: Context): void => {
      if (context.companies !== companies) of.company.put(listCompanies(context));
      if (context.numbers !== numbers) of.number.put(listNumbers(context));
      ({ companies, numbers } = context);
    },
    /** Takes over the panes that are open: a handful, at each opening. */
    refreshPanes: (context: Context): void => of.pane.put(listPanes(registry.places, context)),
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
      const kinds = onRows ? kindsOf.commands : kindsOf[scope];
      const limit = scope === 'everything' && !onRows ? maxPerKind : maxInKind;
      const isCommandsToo = kinds.includes('command');
      const named = isCommandsToo ? byTitle.get(normalizeText(words)) : undefined;
      // Typed titles mean that command, even where the words match others.
      const whole = named ? createRows([named], context, onRows) : [];
      const findSection = (kind: PaletteItem['kind'], most: number) => {
        const found = { kind, ...findKind(kind, words, context, remote, most, onRows) };
        if (!found.isCommand) return { ...found, rows: found.rows.slice(0, most) };
        const others = sortByRank(found.rows.filter(({ item }) => item !== whole[0]?.item));
        // A title that is half typed means its command before what else can run here, also where something still blocks it.
        const isMeant = ({ item }: PaletteRow): boolean => isHalfTyped(words, item.title);
        const rows = [...whole, ...others.filter(isMeant), ...others.filter((row) => !isMeant(row))];
        return { ...found, best: whole.length > 0 ? Number.POSITIVE_INFINITY : found.best, rows: rows.slice(0, most) };
      };
      const sections = kinds.map((kind) => findSection(kind, limit));
      // Commands stand first unless something else fits clearly better.
      const getOrder = (section: (typeof sections)[number]) => section.best + (section.isCommand && section.best > 0 ? 0.1 : 0);
      const isLine = isCommandsToo && !onRows && whole.length === 0;
      const values = () => listValueItems(registry, words, context, (id) => getAvailability(id, context).ok);
      const typed = isLine ? [...parseTypedItems(registry, words, context), ...values()] : [];
      const runnable = typed.map((item) => createRow(item, context)).filter((row) => row.availability.ok);
      const first = runnable.length > 0 ? [{ heading: headings.command, rows: runnable }] : [];
      const found = sections.filter(({ rows }) => rows.length > 0).sort((one, other) => getOrder(other) - getOrder(one));
      // Nothing comes after the last group: more commands push nothing out of sight there. Other kinds have thousands, and a search of their own.
      const last = found.at(-1);
      if (last?.isCommand && last.rows.length === limit && limit < maxInKind) found.splice(-1, 1, findSection(last.kind, maxInKind));
      return [...first, ...found];
    },
    /** Commands that take the words of a query; none where the words are a command's title, or a line that says what to do with them. */
    findOffers: (query: string, context: Context, outcome: SearchOutcome): PaletteSection[] => {
      const { scope, words } = splitQuery(query);
      if (scope === 'everything' && outcome === 'some' && (byTitle.has(normalizeText(words)) || parseTypedItems(registry, words, context).length > 0))
        return [];
      const rows = listFallbacks(registry, scope, words, outcome).map((item) => createRow(item, context));
      const offered = rows.filter(({ availability }) => availability.ok);
      return offered.length === 0 ? [] : [{ heading: `For “${words.length > 40 ? `${words.slice(0, 40)}…` : words}”`, rows: offered }];
    },
  };
}
export type PaletteIndex = ReturnType<typeof createPaletteIndex>;
