/** One call of a small form: busy while it runs, its refusal at the field it names, its waiting time shown. */
import { useCallback, useState } from 'react';
import { limits } from '#contract/core/limits.ts';
import { toPlainError } from '../../api/errors.ts';
import { useSecondsUntil } from './clock.ts';
import { type FieldError, toFieldError } from './viewModel.ts';

interface Submission<F extends string> {
  readonly busy: boolean;
  readonly wrong: FieldError<F> | null;
  readonly secondsLeft: number;
  /** Runs the work, unless it runs already or there is time to wait; a refusal becomes `wrong`. */
  readonly submit: (work: () => Promise<void>) => void;
  readonly setError: (wrong: FieldError<F> | null) => void;
}

export function useSubmit<const F extends string>(fields: readonly F[]): Submission<F> {
  const [busy, setBusy] = useState(false);
  const [wrong, setError] = useState<FieldError<F> | null>(null);
  const [waitEnd, setWaitEnd] = useState<number | null>(null);
  const secondsLeft = useSecondsUntil(waitEnd);
  const submit = useCallback(
    (work: () => Promise<void>) => {
      setError(null);
      setBusy(true);
      setWaitEnd(null);
      work()
        .catch((thrown: unknown) => {
          const error = toPlainError(thrown);
          if (error.status === 429) setWaitEnd(Date.now() + (error.retryAfterMs ?? limits.retry429Ms));
          else setError(toFieldError(error, fields));
        })
        .finally(() => setBusy(false));
    },
    [fields],
  );
  return { busy, wrong, secondsLeft, submit, setError };
}
