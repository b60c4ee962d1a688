/** One call of a small form: busy while it runs, its refusal at the field it names, its waiting time shown. */
import { useCallback, useState } from 'react';
import { limits } from '#contract/core/limits.ts';
import { plainError } from '../../api/errors.ts';
import { useSecondsUntil } from './clock.ts';
import { type Wrong, wrongOf } from './viewModel.ts';

interface Submitting<F extends string> {
  readonly busy: boolean;
  readonly wrong: Wrong<F> | null;
  readonly secondsLeft: number;
  /** Runs the work, unless it runs already or there is time to wait; a refusal becomes `wrong`. */
  readonly submit: (work: () => Promise<void>) => void;
  readonly say: (wrong: Wrong<F> | null) => void;
}

export function useSubmit<const F extends string>(fields: readonly F[]): Submitting<F> {
  const [busy, setBusy] = useState(false);
  const [wrong, say] = useState<Wrong<F> | null>(null);
  const [waitEnd, setWaitEnd] = useState<number | null>(null);
  const secondsLeft = useSecondsUntil(waitEnd);
  const submit = useCallback(
    (work: () => Promise<void>) => {
      say(null);
      setBusy(true);
      setWaitEnd(null);
      work()
        .catch((thrown: unknown) => {
          const error = plainError(thrown);
          if (error.status === 429) setWaitEnd(Date.now() + (error.retryAfterMs ?? limits.retry429Ms));
          else say(wrongOf(error, fields));
        })
        .finally(() => setBusy(false));
    },
    [fields],
  );
  return { busy, wrong, secondsLeft, submit, say };
}
