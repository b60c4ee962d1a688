/** The contact beside what is open: whoever is at the other end of it. */
import { useEffect } from 'react';
import { useWorkspace } from './workspace.ts';

/** Lets the contact pane follow what is told; while `isFollowing`, that is unless the pane is bound to an id of its own, and once it is loaded. */
export function useContactBeside(
  told: { readonly recipient: string; readonly contact: { readonly id: number } | null } | undefined,
  isFollowing: boolean,
): void {
  const workspace = useWorkspace();
  const recipient = told?.recipient;
  const contactId = told?.contact?.id ?? null;
  useEffect(() => {
    if (isFollowing && recipient !== undefined) workspace.follow({ contactId, recipient });
  }, [recipient, contactId, isFollowing, workspace]);
}
