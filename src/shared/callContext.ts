/** Names of a company's numbers and tags, which a search of calls and a report say by name. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getQueryContext } from '#commands/calls/filters.ts';
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import type { Tag } from '#contract/tags/entities.ts';
import type { CallQueryContext } from '#contract/text/callQuery.ts';
import { type App, useApp, useMay } from '../api/app.ts';
import { createNumbersQuery } from './numbers.ts';
import { createTagsQuery } from './tags.ts';

/** The company's own words for numbers and tags, as they are in the cache. */
export const getCallContext = (app: App, companyId: number): CallQueryContext =>
  getQueryContext({
    numbers: app.queries.getQueryData(createNumbersQuery(app, companyId).queryKey) ?? [],
    tags: app.queries.getQueryData(createTagsQuery(app, companyId).queryKey) ?? [],
  });

const noTags: readonly Tag[] = [];
const noNumbers: readonly PhoneNumber[] = [];
/** The same for a pane, which waits for them: `isKnown` once numbers and tags can be told by their names; `readAgain` where the tags could not be read. */
export function useCallContext(companyId: number): { readonly context: CallQueryContext; readonly isKnown: boolean; readonly readAgain: (() => void) | null } {
  const app = useApp();
  const may = useMay('numbers.read');
  const { data: numbers = noNumbers, isPending } = useQuery({ ...createNumbersQuery(app, companyId), enabled: may });
  const tags = useQuery({ ...createTagsQuery(app, companyId), enabled: may });
  const known = tags.data ?? noTags;
  const context = useMemo(() => getQueryContext({ numbers, tags: known }), [numbers, known]);
  return { context, isKnown: !may || !(isPending || tags.isPending), readAgain: tags.isError ? () => void tags.refetch() : null };
}
