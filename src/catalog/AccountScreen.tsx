/** The account: its name, its password, how long its numbers stay, and its end. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountPasswordCharacters, removalDays } from '#contract/catalog/limits.ts';
import { Button } from '../ui/Button.tsx';
import { CardRow } from '../ui/CardRow.tsx';
import { FutureTime } from '../ui/FutureTime.tsx';
import { PhoneText, RelativeTime } from '../ui/text.tsx';
import { ActionForm } from './ActionForm.tsx';
import css from './Catalog.module.css';
import { useCatalog } from './catalog.ts';
import { type CatalogCommand, useProvided } from './commands.ts';
import { inactivityQuery, keys, numbersQuery, profileQuery } from './data.ts';
import { Screen } from './Screen.tsx';
import { useWork } from './useWork.ts';

const group = 'Account';
const nameFields = [{ name: 'name', label: 'Name', hint: 'Your review shows your first name', autoComplete: 'name' }] as const;
const passwordFields = [
  { name: 'current_password', label: 'Current password', type: 'password', autoComplete: 'current-password' },
  { name: 'password', label: 'New password', type: 'password', autoComplete: 'new-password', hint: `At least ${accountPasswordCharacters} characters` },
] as const;

function PasswordForm() {
  const catalog = useCatalog();
  const { api, caller } = catalog;
  return (
    <section className={css.panel} aria-labelledby="password">
      <h2 id="password">Password</h2>
      <ActionForm
        id="password"
        group={group}
        fields={passwordFields}
        initial={{ current_password: '', password: '' }}
        action="Change password"
        begin={{ title: 'Enter another password' }}
        getReason={({ current_password: current, password }) =>
          current === ''
            ? 'Enter your current password first'
            : password.length < accountPasswordCharacters
              ? `Use at least ${accountPasswordCharacters} characters`
              : null
        }
        onSend={async ({ current_password: currentPassword, password }) => {
          const { message } = await api.call('catalog.changePassword', { ...caller(), body: { currentPassword, password } });
          catalog.notify(message);
        }}
      />
    </section>
  );
}

/** Asked with what goes, and how many; nothing of it can be taken back. */
function Deletion() {
  const catalog = useCatalog();
  const { api, caller, sign } = catalog;
  const { data: numbers } = useQuery(numbersQuery(catalog));
  const [isAsking, setAsking] = useState(false);
  const { busy, getReason, run } = useWork();
  const erase = () =>
    run(async () => {
      await api.call('catalog.deleteAccount', caller());
      sign.send({ type: 'session.left' });
      catalog.notify('Your account is deleted');
    });
  const count = numbers?.meta.total ?? 0;
  const commands: CatalogCommand[] = isAsking
    ? [
        { id: 'account.erase', title: 'Delete account now', hint: 'delete', group, keys: 'mod+enter', getReason, run: erase },
        { id: 'account.keep', title: 'Keep the account', hint: 'back', group, keys: 'escape', getReason, run: () => setAsking(false) },
      ]
    : [
        {
          id: 'account.delete',
          title: 'Delete account',
          hint: 'delete account',
          group,
          keys: '#',
          getReason: () => (numbers ? null : 'Your numbers are still loading'),
          run: () => setAsking(true),
        },
      ];
  useProvided('deletion', commands);
  return (
    <section className={css.panel} aria-labelledby="deletion" data-deletion={isAsking ? 'asking' : 'idle'}>
      <h2 id="deletion">Delete account</h2>
      {isAsking ? (
        <>
          <p className={css.amber}>
            {`Deletes the account with its invitations, its review and its files now. ${count === 1 ? 'Its number is' : `Its ${count} numbers are`} held back for ${removalDays} days and then given back. This is permanent.`}
          </p>
          <div className={css.actions}>
            <Button look="danger" keys="mod+enter" busy={busy} onClick={erase}>
              Delete account now
            </Button>
            <Button keys="escape" onClick={() => setAsking(false)}>
              Keep the account
            </Button>
          </div>
        </>
      ) : (
        <Button look="danger" keys="#" disabled={!numbers} onClick={() => setAsking(true)}>
          Delete account
        </Button>
      )}
    </section>
  );
}

export default function AccountScreen() {
  const catalog = useCatalog();
  const { api, caller, queries } = catalog;
  const query = useQuery(profileQuery(catalog));
  const { data: inactivity } = useQuery(inactivityQuery(catalog));
  return (
    <Screen title="Account" query={query}>
      {({ email, phoneNumber, name, createdAt }) => (
        <>
          <dl className={css.facts}>
            {email === null ? null : <CardRow label="Email">{email}</CardRow>}
            {phoneNumber === null ? null : (
              <CardRow label="Phone number">
                <PhoneText number={phoneNumber} />
              </CardRow>
            )}
            <CardRow label="Created">
              <RelativeTime at={createdAt} />
            </CardRow>
            <CardRow label="Last use">{inactivity ? <RelativeTime at={inactivity.lastActiveAt} /> : null}</CardRow>
            <CardRow label="Next number removed">{inactivity?.willBeRemovedAt ? <FutureTime at={inactivity.willBeRemovedAt} /> : null}</CardRow>
          </dl>
          <ActionForm
            id="profile"
            group={group}
            fields={nameFields}
            initial={{ name: name ?? '' }}
            action="Save name"
            begin={{ title: 'Edit the name' }}
            keepsValues
            getReason={(values) => (values.name.trim() === '' ? 'Enter a name first' : null)}
            onSend={async (values) => {
              await api.call('catalog.saveProfile', { ...caller(), body: { name: values.name.trim() } });
              catalog.notify('Name saved');
              await queries.invalidateQueries({ queryKey: keys.all });
            }}
          />
          {email === null ? null : <PasswordForm />}
          <Deletion />
        </>
      )}
    </Screen>
  );
}
