/** The newest value for callbacks that run after the render: they read it without being made again. */
import { type RefObject, useInsertionEffect, useRef } from 'react';

/** Holds the value of the last render that was drawn, set before any other effect runs. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
