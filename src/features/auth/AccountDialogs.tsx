import { lazy, Suspense, useEffect } from 'react';
import { useAppState } from '../../api/app.ts';
import { useStore } from '../../store/store.ts';
import { accountDialog } from './accountDialog.ts';

const dialogs = {
  mfaOn: lazy(() => import('./MfaOnDialog.tsx')),
  mfaOff: lazy(() => import('./MfaOffDialog.tsx')),
  password: lazy(() => import('./PasswordDialog.tsx')),
  sessions: lazy(() => import('./SessionsDialog.tsx')),
} as const;

/** The place of the account's dialogs, once in the shell; commands open them. None outlives the person it was opened by. */
export function AccountDialogs() {
  const shown = useStore(accountDialog);
  const userId = useAppState((state) => state.user?.id ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person is what closes it
  useEffect(() => () => accountDialog.set(null), [userId]);
  if (shown === null || userId === null) return null;
  const Shown = dialogs[shown];
  return (
    <Suspense fallback={null}>
      <Shown key={userId} onClose={() => accountDialog.set(null)} />
    </Suspense>
  );
}
