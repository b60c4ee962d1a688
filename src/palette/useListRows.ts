import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isStaff } from '#commands/auth/impersonation.ts';
import type { Option } from '#commands/core/args.ts';
import type { Context } from '#commands/core/types.ts';
import { getReachableKeys } from '#commands/keymap/resolve.ts';
import type { LookupServices, SearchKind } from '#commands/search/types.ts';
import { toFlowError } from '#machines/errors.ts';
import { type PaletteSnapshot, splitQuery } from '#machines/palette/index.ts';
import type { CommandHost } from '../keys/host.ts';
import { createOptionRows, createSectionRows, filterOptions, type ListRow } from './choices.ts';
import type { PaletteController } from './controller.ts';
import { getPaletteIndex } from './library.ts';
import { companyToItem, hitToItem, type PaletteItem } from './results.ts';

/** The server is asked this long (ms) after the last letter. */
const debounceMs = 80;
const minLength = 2;

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

/** Asks after a pause, at once where nothing is typed; drops what came too late. */
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
    const timer = setTimeout(
      () => {
        search(aborter.signal).then(
          (found) => {
            if (!aborter.signal.aborted) setState({ key, found: found.length === 0 ? nothing : found, error: null });
          },
          (thrown: unknown) => {
            if (!aborter.signal.aborted) setState({ key, found: nothing, error: toFlowError(thrown).message });
          },
        );
      },
      typed === '' ? 0 : debounceMs,
    );
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [key]);
  const isNow = state.key === key;
  return { found: isNow ? state.found : nothing, isAsking: key !== null && !isNow, error: isNow ? state.error : null };
}

function useRemoteItems(query: string, isOn: boolean, lookup: () => LookupServices, context: Context) {
  const { scope, words } = splitQuery(query);
  const kinds = getKinds(scope);
  const companyId = context.company?.id;
  // Staff reach every company there is, those of no membership of theirs by acting in them; before a letter is typed all are listed.
  const asStaff = isStaff(context) && (scope === 'everything' || scope === 'companies');
  const isLongEnough = kinds !== null && (words.length >= minLength || (asStaff && scope === 'companies'));
  const key = isOn && isLongEnough ? `${companyId ?? ''} ${asStaff} ${scope} ${words}` : null;
  const result = useDebouncedSearch(key, words, async (signal): Promise<readonly PaletteItem[]> => {
    const [hits, companies] = await Promise.all([
      words === '' ? [] : lookup().search(words, kinds ?? [], signal, companyId),
      asStaff ? lookup().staffCompanies({ q: words }, signal) : [],
    ]);
    return [...hits.map(hitToItem), ...companies.map(companyToItem)];
  });
  return { ...result, items: result.found };
}

/** Returns the lines of the list, for the palette's state. */
export function useListRows(palette: PaletteController, host: CommandHost, snapshot: PaletteSnapshot) {
  const { query, text } = snapshot.context;
  const isChoosing = snapshot.matches({ open: 'choosing' });
  const standing = useSyncExternalStore(palette.onVersion, palette.getVersion);
  const context = palette.context();
  const remote = useRemoteItems(query, isChoosing && context.user !== null && context.online, () => host.services().lookup, context);
  const argument = palette.getPendingArgument();
  const argumentKey = argument ? `${argument.command.id} ${argument.named.name} ${JSON.stringify(argument.given)}` : null;
  const isSearch = argument?.named.arg.kind === 'search';
  const searched = useDebouncedSearch<Option<unknown>>(isSearch ? `${argumentKey} ${text}` : null, text, async (signal) => palette.options(text, signal));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values of an argument follow the argument, those before it and the standing
  const known = useMemo((): readonly Option<unknown>[] => {
    const options = isSearch ? [] : palette.options('', new AbortController().signal);
    return options instanceof Promise ? [] : options;
  }, [argumentKey, standing]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be done follows the standing
  const lines = useMemo((): readonly ListRow[] => {
    if (isChoosing) {
      const sections = getPaletteIndex(palette).find(query, palette.context(), remote.items, palette.isOnRows());
      // The key that does it from where the keyboard was: a key of another place does something else here.
      const keysHere = (id: string) => getReachableKeys(host.keys.get(), host.registry, palette.context(), id);
      return createSectionRows(sections, splitQuery(query).words, palette, host.registry, keysHere);
    }
    if (argumentKey === null) return [];
    const options = isSearch ? searched.found : filterOptions(known, text);
    return createOptionRows(options, text, (option) => palette.actor.send({ type: 'argument.picked', value: option.id, text: option.title }));
  }, [isChoosing, query, text, remote.items, argumentKey, isSearch, searched.found, known, palette, host, standing]);
  return { lines, isAsking: isChoosing ? remote.isAsking : searched.isAsking, error: isChoosing ? remote.error : searched.error };
}
