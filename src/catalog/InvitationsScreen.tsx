/** Invitations by text: whom the account invited, and one more. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { dailyInvitations } from '#contract/catalog/limits.ts';
import { FutureTime } from '../ui/FutureTime.tsx';
import { EmptyState } from '../ui/states.tsx';
import { PhoneText, RelativeTime } from '../ui/text.tsx';
import { ActionForm } from './ActionForm.tsx';
import css from './Catalog.module.css';
import { useCatalog } from './catalog.ts';
import { invitationsQuery, keys } from './data.ts';
import { Screen } from './Screen.tsx';

const states = { waiting: 'Waiting', sending: 'Being sent', sent: 'Sent', failed: 'Failed', unknown: 'Not confirmed by the carrier' } as const;
const fields = [
  { name: 'phone_number', label: 'Phone number', type: 'tel', hint: `They get one text, by their hours. Up to ${dailyInvitations} a day.` },
] as const;

export default function InvitationsScreen() {
  const catalog = useCatalog();
  const { api, caller, queries } = catalog;
  const query = useQuery(invitationsQuery(catalog));
  // The same number again after an answer that was lost is the same invitation.
  const asked = useRef<{ readonly phone: string; readonly key: string } | null>(null);
  const invite = async (phone: string) => {
    if (asked.current?.phone !== phone) asked.current = { phone, key: crypto.randomUUID() };
    await api.call('catalog.invite', { ...caller(), body: { phoneNumber: phone, key: asked.current.key } });
    asked.current = null;
    catalog.notify('Invitation recorded');
    await queries.invalidateQueries({ queryKey: keys.all });
  };
  return (
    <Screen title="Invitations" query={query}>
      {({ data }) => (
        <>
          <ActionForm
            id="invitations"
            group="Invitations"
            fields={fields}
            initial={{ phone_number: '' }}
            action="Invite"
            begin={{ title: 'Invite someone', keys: 'c', hint: 'invite' }}
            getReason={({ phone_number: phone }) => (phone.trim() === '' ? 'Enter a phone number first' : null)}
            onSend={({ phone_number: phone }) => invite(phone.trim())}
          />
          {data.length === 0 ? (
            <EmptyState icon="message">No one is invited yet</EmptyState>
          ) : (
            <ul className={css.list} aria-label="Invitations">
              {data.map(({ id, phoneNumber, state, reason, sendAt, createdAt }) => (
                <li key={id} className={css.item} data-invitation={state}>
                  <PhoneText number={phoneNumber} />
                  <span className={css.detail}>
                    {states[state]}
                    {reason === null ? '' : `: ${reason}`}
                    {state === 'waiting' && sendAt !== null ? (
                      <>
                        {' · '}
                        <FutureTime at={sendAt} />
                      </>
                    ) : null}
                  </span>
                  <RelativeTime at={createdAt} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Screen>
  );
}
