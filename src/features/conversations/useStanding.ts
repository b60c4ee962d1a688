/** How matters stand with somebody who may never have written: asked while their conversation is shown. */
import { useQuery } from '@tanstack/react-query';
import type { Standing } from '#contract/beginning.ts';
import { routes } from '#contract/index.ts';
import { useApp } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** The clock goes on: what holds now may not hold in a minute. */
const freshMs = 60_000;

/** Undefined while it is not known, and where nobody asks. `version`: asked again when it changes. */
export function useStanding(companyId: number, id: number, isAsked: boolean, version: number): Standing | undefined {
  const app = useApp();
  const { data } = useQuery({
    queryKey: keys.of(companyId, 'conversations', 'standing', id, version),
    queryFn: ({ signal }) => app.api.call(routes.conversations.standing, { companyId, params: { id }, signal }),
    staleTime: freshMs,
    refetchInterval: freshMs,
    enabled: isAsked,
    placeholderData: (before) => before,
  });
  return isAsked ? data : undefined;
}
