/** A screen of the account: its heading, and what it read of the server, or why not. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toPlainError } from '../api/errors.ts';
import { ErrorState, LoadingLine } from '../ui/states.tsx';
import css from './Catalog.module.css';

interface ScreenProps<T> {
  readonly title: string;
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

export function Screen<T>({ title, query, children }: ScreenProps<T>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      <div className={css.head}>
        <h1>{title}</h1>
      </div>
      <LoadingLine active={isFetching} />
      <div className={css.body}>
        {data !== undefined ? (
          children(data)
        ) : error ? (
          <ErrorState action={{ title: 'Try again', onAct: () => void refetch() }}>{toPlainError(error).message}</ErrorState>
        ) : null}
      </div>
    </>
  );
}
