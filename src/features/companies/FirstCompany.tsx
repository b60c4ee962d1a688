/** Screen for a user without a company, in place of the panes: create one, or wait for an invitation. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { getDefaultTimeZone, getZoneLabel, listTimeZones } from '#contract/text/zones.ts';
import { useApp, useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { createCompaniesQuery } from '../../shared/companies.ts';
import { Button, Field, Select, TextInput } from '../../ui/index.ts';
import css from './Companies.module.css';
import { enterNewCompany } from './enterNewCompany.ts';

const zones = listTimeZones().map((zone) => ({ value: zone, label: getZoneLabel(zone) }));
/** Milliseconds between two looks at whether somebody has invited the person: no channel of a company tells it. */
const lookMs = 10_000;

export default function FirstCompany() {
  const app = useApp();
  const commands = useCommands();
  const email = useAppState((state) => state.user?.email);
  const isApproved = app.config.newCompanies === 'approved';
  const [name, setName] = useState('');
  const [timezone, setTimezone] = useState(getDefaultTimeZone);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { data } = useQuery({ ...createCompaniesQuery(app), refetchInterval: lookMs, refetchOnWindowFocus: true });
  useEffect(() => {
    if (data) enterNewCompany(app, data);
  }, [app, data]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return setError('Enter the name of your company');
    setIsBusy(true);
    await commands.run('company.create', { name, timezone });
    setIsBusy(false);
  };
  return (
    <main className={css.first} aria-label="Create your company">
      <form className={css.firstForm} onSubmit={submit} noValidate>
        <h2 className={css.firstHeading}>Create your company</h2>
        <p className={css.firstAbout}>
          You’re not in any company yet. Create one and buy its first number
          {isApproved ? ' once the operator of this server has approved it' : ' afterwards'}.
        </p>
        <Field label="Company name" error={error}>
          <TextInput
            name="organization"
            autoComplete="organization"
            // The one thing to do here: the keyboard is in it.
            autoFocus
            maxLength={120}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setError(null);
            }}
          />
        </Field>
        <Field label="Time zone">
          <Select options={zones} value={timezone} onChange={(event) => setTimezone(event.target.value)} />
        </Field>
        <Button type="submit" look="primary" busy={isBusy}>
          Create company
        </Button>
        <p className={css.firstAbout}>
          Does your company already use Keyline? Ask an owner to invite <strong>{email}</strong>. This page opens it as soon as you belong to it.
        </p>
      </form>
    </main>
  );
}
