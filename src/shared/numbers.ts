/** All numbers the person works in the company: what commands and searches choose from. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { type App, useApp, useMay } from '../api/app.ts';
import { keys } from '../api/queries.ts';

/** So many are asked for at once: reading them costs no frame. */
const pageSize = 500;

async function readAll(app: App, companyId: number, signal: AbortSignal): Promise<PhoneNumber[]> {
  const found = new Map<number, PhoneNumber>();
  for (let after: number | undefined; ; ) {
    const { data } = await app.api.call('numbers.list', { companyId, query: { size: pageSize, ...(after === undefined ? {} : { after }) }, signal });
    for (const number of data) found.set(number.id, number);
    after = data.at(-1)?.id;
    if (data.length < pageSize || after === undefined) return [...found.values()];
  }
}

export const createNumbersQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'numbers', 'all'),
    queryFn: ({ signal }) => readAll(app, companyId, signal),
    // Ten thousand are not compared one by one with what they were.
    structuralSharing: false,
    // Commands choose from it while no pane shows it; a switch of company drops it.
    gcTime: Number.POSITIVE_INFINITY,
  });

const none: readonly PhoneNumber[] = [];
/** The company's numbers, as far as loaded; none for who may not see them. */
export function useNumbers(companyId: number | null): readonly PhoneNumber[] {
  const app = useApp();
  const may = useMay('numbers.read');
  const { data } = useQuery({ ...createNumbersQuery(app, companyId ?? 0), enabled: companyId !== null && may });
  return data ?? none;
}
