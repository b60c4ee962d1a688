/** The tracking script: the tag for websites, and a check whether a page has it. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ScriptCheckResult } from '#contract/dni/enums.ts';
import { type CheckSnapshot, getReason, userEvents } from '#machines/scriptCheck/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { useFlow } from '../../panes/useFlow.ts';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import sheet from '../../ui/Card.module.css';
import { CardRow } from '../../ui/CardRow.tsx';
import { ErrorState, Field, Icon, LoadingLine, RelativeTime, SkeletonRows, TextInput } from '../../ui/index.ts';
import { useFocusOn } from '../../ui/useStartsWithFocus.ts';
import css from './Dni.module.css';
import { createScriptQuery } from './data.ts';
import { type CheckActor, checkStore } from './poolStore.ts';

export function ScriptPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Tracking script" /> : <Script key={companyId} paneId={paneId} companyId={companyId} />;
}

function Script({ paneId, companyId }: { readonly paneId: string; readonly companyId: number }) {
  const app = useApp();
  const query = useQuery(createScriptQuery(app, companyId));
  const { entry, snapshot, flow } = useFlow(checkStore, companyId, { userEvents, getReason });
  const { actor } = entry;
  useRegisterPane(paneId, () => ({ scopes: ['dniScript'], flows: { scriptCheck: flow }, handles: { send: { scriptCheck: (event) => actor.send(event) } } }));
  const script = query.data;
  return (
    <>
      <PaneHeader title="Tracking script" />
      <PaneBody>
        <LoadingLine active={query.isFetching || isIn(snapshot, 'checking')} />
        <div className={sheet.card} data-pane-focus tabIndex={0} role="group" aria-label="Tracking script">
          {!script && query.isPending && <SkeletonRows rows={4} />}
          {!script && query.isError && (
            <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>{toPlainError(query.error).message}</ErrorState>
          )}
          {script && (
            <div className={sheet.block}>
              <p className={css.about}>Add this tag to the head of every page. Each visitor sees a number from a pool. No third-party cookies.</p>
              <pre className={css.code}>
                <code>{script.script}</code>
              </pre>
              <div className={css.actions}>
                <StepButton command="dni.copyScript" title="Copy script" icon="clipboard" isFirst />
              </div>
            </div>
          )}
          <Check actor={actor} snapshot={snapshot} />
          {script && (
            <dl className={`${sheet.block} ${sheet.rows}`}>
              <CardRow label="Size">{`${(script.bytes / 1_000).toFixed(1)} kB`}</CardRow>
              <CardRow label="Integrity">
                <span className={css.mono}>{script.integrity}</span>
              </CardRow>
              <CardRow label="Consent">
                Add <code>data-consent="wait"</code> to the tag, and call <code>keyline.consent()</code> once a visitor agrees. Do Not Track and Global Privacy
                Control are respected.
              </CardRow>
              <CardRow label="Markers">
                <code>data-keyline-number</code> marks an element that always shows the number, <code>data-keyline-skip</code> one that never changes.
              </CardRow>
            </dl>
          )}
        </div>
      </PaneBody>
    </>
  );
}

const results: Readonly<
  Record<ScriptCheckResult, { readonly text: string; readonly icon: 'circle-check' | 'warning' | 'x'; readonly tone: 'green' | 'amber' | 'red' }>
> = {
  found: { text: 'Script found', icon: 'circle-check', tone: 'green' },
  not_found: { text: 'Script not found. Put the tag into the page, and check that the page is public.', icon: 'x', tone: 'red' },
  wrong_company: { text: 'The page has the script of another company. Replace it with this one.', icon: 'warning', tone: 'amber' },
};

function Check({ actor, snapshot }: { readonly actor: CheckActor; readonly snapshot: CheckSnapshot }) {
  const commands = useCommands();
  const { address, checked, error } = snapshot.context;
  const place = useRef<HTMLFormElement>(null);
  useFocusOn('check', () => place.current?.querySelector('input')?.focus());
  const isBusy = isIn(snapshot, 'checking');
  const result = checked && results[checked.result];
  return (
    <form
      ref={place}
      noValidate
      className={sheet.block}
      data-flow="scriptCheck"
      data-state={getStateName(snapshot)}
      aria-label="Check a page"
      onSubmit={(event) => {
        event.preventDefault();
        commands.run('dni.check');
      }}
    >
      <div className={css.narrow}>
        <Field label="Page" hint="Like www.example.com" error={error?.message}>
          <TextInput
            name="address"
            data-field="address"
            inputMode="url"
            value={address}
            maxLength={500}
            readOnly={isBusy}
            onChange={({ target }) => actor.send({ type: 'address.typed', address: target.value })}
          />
        </Field>
      </div>
      <div className={css.actions}>
        <StepButton command="dni.check" title="Check page" icon="search" busy={isBusy} isPlain />
      </div>
      <p role="status" className={css.result} data-result={checked?.result}>
        {result && (
          <>
            <Icon name={result.icon} tone={result.tone} size={16} />
            <span>
              {result.text} <span className={css.quiet}>{checked && <RelativeTime at={checked.checkedAt} />}</span>
            </span>
          </>
        )}
      </p>
    </form>
  );
}
