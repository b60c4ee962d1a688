import { useSelector } from '@xstate/react';
import type { LoginSnapshot, UserEvent } from '#machines/login/index.ts';
import { useApp } from '../../api/app.ts';

/** The login flow as it is now, and what a field sends to it. */
export function useLogin(): { readonly snapshot: LoginSnapshot; readonly send: (event: UserEvent) => void } {
  const { login } = useApp();
  const snapshot = useSelector(login, (now) => now);
  return { snapshot, send: (event) => login.send(event) };
}
