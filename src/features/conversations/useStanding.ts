/** Query of the consent of a recipient who may never have written: the time until which a first text waits, in whose zone, and what they agreed to. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Standing } from '#contract/conversations/entities.ts';
import { type App, useApp } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** The clock goes on: what holds now may not hold in a minute. */
const freshMs = 60_000;

const getKey = (companyId: number, id: number, ...version: readonly number[]) => keys.of(companyId, 'conversations', 'standing', id, ...version);

const createStandingQuery = (app: App, companyId: number, id: number, version: number) =>
  queryOptions({
    queryKey: getKey(companyId, id, version),
    queryFn: ({ signal }) => app.api.call('conversations.standing', { companyId, params: { id }, signal }),
    staleTime: freshMs,
    refetchInterval: freshMs,
  });

/** Undefined while it is not known, and where nobody asks. `version`: asked again when it changes. */
export function useStanding(companyId: number, id: number, isEnabled: boolean, version: number): Standing | undefined {
  const app = useApp();
  const { data } = useQuery({ ...createStandingQuery(app, companyId, id, version), enabled: isEnabled, placeholderData: (before) => before });
  return isEnabled ? data : undefined;
}

/** The zone of the person as it is known from what was asked before; null where nobody has asked. */
export const findZone = ({ queries }: Pick<App, 'queries'>, companyId: number, id: number): string | null =>
  queries.getQueriesData<Standing>({ queryKey: getKey(companyId, id) }).findLast(([, standing]) => standing)?.[1]?.zone ?? null;
