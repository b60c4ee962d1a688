/** Subject of panes that go together, and from it, in one place, the conversation, the contact and the call that belong to it. */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useApp, useCompanyId, useMay } from '../api/app.ts';
import { createCallQuery, createContactQuery, createConversationQuery, createConversationsByNumberQuery } from '../shared/people.ts';
import { getRecipient, type RelatedRows, type Subject } from './subject.ts';
import { useWorkspace } from './workspace.ts';

/** The subject of the panes that follow; null while there is none. */
export function useSubject(): Subject | null {
  const workspace = useWorkspace();
  return useSyncExternalStore(workspace.subscribe, () => workspace.get().followed);
}

/** Returns the rows of the subject: those known when it was chosen, and the newest from the server. */
export function useRelatedRows(): RelatedRows {
  const app = useApp();
  const companyId = useCompanyId() ?? 0;
  const subject = useSubject();
  const { kind, id, known } = subject ?? { kind: null, id: 0, known: undefined };
  const isHere = companyId !== 0;
  const mayConverse = useMay('conversations.read');
  const mayKnow = useMay('contacts.read');
  const conversation = useQuery({ ...createConversationQuery(app, companyId, id), enabled: isHere && mayConverse && kind === 'conversation' }).data;
  const call = useQuery({ ...createCallQuery(app, companyId, id), enabled: isHere && kind === 'call' }).data;
  const contact = useQuery({ ...createContactQuery(app, companyId, id), enabled: isHere && mayKnow && kind === 'contact' });
  const number = kind === 'contact' ? (contact.data?.number ?? known?.recipient ?? '') : '';
  const theirs = useQuery({ ...createConversationsByNumberQuery(app, companyId, number), enabled: isHere && mayConverse && number !== '' });
  const nothing: RelatedRows = { conversationId: null, contactId: null, recipient: null, callId: null, numberId: null };
  if (subject === null) return nothing;
  const before: RelatedRows = { ...nothing, ...known };
  if (kind === 'number') return { ...before, numberId: id };
  if (kind === 'conversation') return { ...before, ...(conversation ? getRecipient(conversation) : {}), conversationId: id };
  if (kind === 'call') return { ...before, ...(call ? { ...getRecipient(call), conversationId: call.conversationId } : {}), callId: id };
  // A contact's own number is on its card; a conversation that is on its way is none.
  const isComing = mayConverse && (number === '' ? contact.isFetching : theirs.data === undefined && theirs.isFetching);
  const state = isComing ? 'coming' : theirs.isSuccess && theirs.data.length === 0 ? 'none' : undefined;
  return { ...nothing, contactId: id, conversationId: theirs.data?.[0]?.id ?? null, conversation: state };
}
