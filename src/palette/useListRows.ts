import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isStaff } from '#commands/auth/impersonation.ts';
import type { Option } from '#commands/core/args.ts';
import type { Context } from '#commands/core/types.ts';
import { getReachableKeys } from '#commands/keymap/resolve.ts';
import type { LookupServices, SearchKind } from '#commands/search/types.ts';
import { toFlowError } from '#machines/errors.ts';
import { type PaletteSnapshot, splitQuery } from '#machines/palette/index.ts';
import type { CommandHost } from '../keys/host.ts';
import { createNewRow, createOptionRows, createSectionRows, filterOptions, type ListRow } from './choices.ts';
import type { PaletteController } from './controller.ts';
import { companyToItem, hitToItem, type PaletteItem } from './items.ts';
import { getPaletteIndex } from './library.ts';
import type { PaletteSection } from './results.ts';

/** The server is asked this long (ms) after the last letter. */
const debounceMs = 80;
const minLength = 2;
/** A search that got no answer is made again after these times (ms): nothing else would ask for the same words once more. */
const retryDelaysMs = [300, 1_000, 3_000] as const;

const getKinds = (scope: string): readonly SearchKind[] | null =>
  scope === 'everything'
    ? []
    : scope === 'people'
      ? ['contact', 'conversation']
      : scope === 'numbers'
        ? ['number']
        : scope === 'companies'
          ? ['company']
          : null;

/** The one empty list: what follows from it is not computed again. */
const nothing: readonly never[] = [];

/** Asks after a pause, at once where nothing is typed, and again where no answer came; drops what came too late. */
function useDebouncedSearch<T>(
  key: string | null,
  typed: string,
  search: (signal: AbortSignal) => Promise<readonly T[]>,
): { readonly found: readonly T[]; readonly isAsking: boolean; readonly error: string | null } {
  const [state, setState] = useState<{ key: string | null; found: readonly T[]; error: string | null }>({ key: null, found: nothing, error: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of what is asked
  useEffect(() => {
    if (key === null) return;
    const aborter = new AbortController();
    const ask = (tries: number): void => {
      search(aborter.signal).then(
        (found) => {
          if (!aborter.signal.aborted) setState({ key, found: found.length === 0 ? nothing : found, error: null });
        },
        (thrown: unknown) => {
          if (aborter.signal.aborted) return;
          const { status, code, message } = toFlowError(thrown);
          const isUnanswered = status >= 500 || (status === 0 && code !== 'failed');
          const delay = isUnanswered ? retryDelaysMs[tries] : undefined;
          if (delay === undefined) setState({ key, found: nothing, error: message });
          else timer = setTimeout(() => ask(tries + 1), delay);
        },
      );
    };
    let timer = setTimeout(() => ask(0), typed === '' ? 0 : debounceMs);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [key]);
  const isNow = state.key === key;
  return { found: isNow ? state.found : nothing, isAsking: key !== null && !isNow, error: isNow ? state.error : null };
}

/** Hits of the open company before those of the user's others. */
async function searchAll(lookup: LookupServices, words: string, kinds: readonly SearchKind[], { company, companies }: Context, signal: AbortSignal) {
  const isOneOfMany = company !== null && companies.length > 1;
  const [here, everywhere] = await Promise.all([lookup.search(words, kinds, signal, company?.id), isOneOfMany ? lookup.search(words, kinds, signal) : []]);
  const known = new Set(here.map(({ kind, id }) => `${kind} ${id}`));
  return [...here, ...everywhere.filter(({ kind, id }) => !known.has(`${kind} ${id}`))];
}

function useRemoteItems(query: string, isOn: boolean, lookup: () => LookupServices, context: Context) {
  const { scope, words } = splitQuery(query);
  const kinds = getKinds(scope);
  const companyId = context.company?.id;
  const isRecent = scope === 'people' && words === '' && companyId !== undefined && context.permissions.has('conversations.read');
  // Staff reach every company there is, those of no membership of theirs by acting in them; before a letter is typed all are listed.
  const asStaff = isStaff(context) && (scope === 'everything' || scope === 'companies');
  const isLongEnough = isRecent || (kinds !== null && (words.length >= minLength || (asStaff && scope === 'companies')));
  const key = isOn && isLongEnough ? `${companyId ?? ''} ${asStaff} ${scope} ${words}` : null;
  const result = useDebouncedSearch(key, words, async (signal): Promise<readonly PaletteItem[]> => {
    const [hits, companies] = await Promise.all([
      isRecent ? lookup().recentPeople(signal) : words === '' ? [] : searchAll(lookup(), words, kinds ?? [], context, signal),
      asStaff ? lookup().staffCompanies({ q: words }, signal) : [],
    ]);
    return [...hits.map((hit) => hitToItem(hit, context.company)), ...companies.map(companyToItem)];
  });
  return { ...result, items: result.found };
}

/** Returns the lines of the list, for the palette's state. */
export function useListRows(palette: PaletteController, host: CommandHost, snapshot: PaletteSnapshot) {
  const { query, text } = snapshot.context;
  const isChoosing = snapshot.matches({ open: 'choosing' });
  const standing = useSyncExternalStore(palette.onVersion, palette.getVersion);
  const context = palette.context();
  const remote = useRemoteItems(query, isChoosing && !palette.isOnRows() && context.user !== null && context.online, () => host.services().lookup, context);
  const argument = palette.getPendingArgument();
  const argumentKey = argument ? `${argument.command.id} ${argument.named.name} ${JSON.stringify(argument.given)}` : null;
  const isSearch = argument?.named.arg.kind === 'search';
  const searched = useDebouncedSearch<Option<unknown>>(isSearch ? `${argumentKey} ${text}` : null, text, async (signal) => palette.options(text, signal));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values of an argument follow the argument, those before it and the standing
  const known = useMemo((): readonly Option<unknown>[] => {
    const options = isSearch ? [] : palette.options('', new AbortController().signal);
    return options instanceof Promise ? [] : options;
  }, [argumentKey, standing]);

  const current = argument?.named.arg.kind === 'list' ? argument.named.arg.getCurrent?.(palette.context(), argument.given) : undefined;
  const keymap = host.keys.get();
  // The key that does it from where the keyboard was: a key of another place does something else here. Looked up once, not for each letter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a key does follows the standing
  const getKeysHere = useMemo(() => {
    const known = new Map<string, string | undefined>();
    return (id: string): string | undefined => {
      if (!known.has(id)) known.set(id, getReachableKeys(keymap, host.registry, palette.context(), id));
      return known.get(id);
    };
  }, [keymap, palette, host, standing]);
  const createRows = (sections: readonly PaletteSection[]) => createSectionRows(sections, splitQuery(query).words, palette, host.registry, getKeysHere);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be done follows the standing
  const found = useMemo(
    (): readonly ListRow[] => (isChoosing ? createRows(getPaletteIndex(palette).find(query, palette.context(), remote.items, palette.isOnRows())) : nothing),
    [isChoosing, query, remote.items, palette, host, standing],
  );
  // A number is offered its commands at once; that nothing was found is known once the server has answered.
  const outcome = found.length > 0 ? 'some' : remote.isAsking ? 'pending' : 'nothing';
  const mayOffer = isChoosing && !palette.isOnRows();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be done follows the standing
  const offers = useMemo(
    (): readonly ListRow[] => (mayOffer ? createRows(getPaletteIndex(palette).findOffers(query, palette.context(), outcome)) : nothing),
    [mayOffer, query, outcome, palette, host, standing],
  );
  const choosable = useMemo(() => (offers.length === 0 ? found : [...found, ...offers]), [found, offers]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be done follows the standing
  const values = useMemo((): readonly ListRow[] => {
    if (argumentKey === null) return nothing;
    const options = isSearch ? searched.found : filterOptions(known, text);
    const rows = createOptionRows(options, text, text === '' ? current : undefined, (option) =>
      palette.actor.send({ type: 'argument.picked', value: option.id, text: option.title }),
    );
    const create = argument?.named.arg.kind === 'search' ? argument.named.arg.create : undefined;
    const name = text.trim();
    const isNew = create?.isAllowed(palette.context()) && name !== '' && !searched.isAsking && searched.error === null;
    if (!create || !isNew || options.some(({ title }) => title.toLowerCase() === name.toLowerCase())) return rows;
    return [...rows, createNewRow(create.getTitle(name), () => palette.actor.send({ type: 'argument.submitted' }))];
  }, [text, argumentKey, isSearch, searched.found, searched.isAsking, searched.error, known, current, palette, standing]);
  return {
    lines: isChoosing ? choosable : values,
    current,
    isAsking: isChoosing ? remote.isAsking : searched.isAsking,
    error: isChoosing ? remote.error : searched.error,
  };
}
