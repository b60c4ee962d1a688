/** The one table, fed by a query: further pages as they come near, skeletons on the first paint, what went wrong and the key that tries again. */
import { messages } from '#contract/core/messages.ts';
import { useCommands } from '../api/commands.ts';
import { type PlainError, toPlainError } from '../api/errors.ts';
import { Table, type TableProps } from '../table/index.ts';
import { ErrorState, SkeletonRows } from '../ui/index.ts';

/** A list that the server failed to make shows the status text (MSG-009); other refusals have words of their own. */
const formatError = ({ status, message }: PlainError): string => (status === 500 ? messages.internalServerError : message);

/** Properties of an infinite query, or of a plain one, that the table uses. */
export interface ListQuery {
  readonly isPending: boolean;
  readonly isFetching: boolean;
  /** True while the rows of another filter are shown until those of this one have come. */
  readonly isPlaceholderData?: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly fetchNextPage?: () => unknown;
}

export function ListTable<Row>({
  query,
  empty,
  ...table
}: Omit<TableProps<Row>, 'hasMore' | 'isLoading' | 'onNeedMore' | 'error'> & { readonly query: ListQuery }) {
  const commands = useCommands();
  return (
    <Table
      {...table}
      hasMore={query.hasNextPage ?? false}
      isLoading={query.isFetching}
      onNeedMore={() => {
        if (query.hasNextPage && !query.isFetchingNextPage) query.fetchNextPage?.();
      }}
      empty={query.isPending ? <SkeletonRows /> : empty}
      error={
        query.isError ? (
          <ErrorState action={{ title: 'Try again', keys: commands.keys('list.refresh'), onAct: () => commands.run('list.refresh') }}>
            {formatError(toPlainError(query.error))}
          </ErrorState>
        ) : undefined
      }
    />
  );
}
