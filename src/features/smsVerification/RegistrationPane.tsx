/** One registration: both lanes side by side, why one was rejected, its numbers, its fees. */
import { useQuery } from '@tanstack/react-query';
import type { SmsVerification } from '#contract/smsVerification/entities.ts';
import {
  brandEntityTypeLabel,
  formatVertical,
  getLaneStatus,
  type SmsLane,
  smsLaneLabel,
  smsLanes,
  smsUseCaseLabel,
  volumeBandLabel,
} from '#contract/smsVerification/enums.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import sheet from '../../ui/Card.module.css';
import { CardRow } from '../../ui/CardRow.tsx';
import { ChipButton, EmptyState, ErrorState, LoadingLine, PhoneText, SkeletonRows } from '../../ui/index.ts';
import { createRegistrationQuery } from './data.ts';
import { FeeList } from './FeeList.tsx';
import css from './Registration.module.css';
import { formatBrand, StatusMark } from './registrationColumns.tsx';

export function RegistrationPane({ paneId, params }: PaneProps) {
  const companyId = useCompanyId();
  const id = Number(params.id);
  if (companyId === null || !Number.isSafeInteger(id) || id <= 0)
    return (
      <>
        <PaneHeader title="Registration" />
        {companyId !== null && <EmptyState icon="shield">Select a registration to see its status.</EmptyState>}
      </>
    );
  return <OneRegistration paneId={paneId} companyId={companyId} id={id} />;
}

function OneRegistration({ paneId, companyId, id }: { readonly paneId: string; readonly companyId: number; readonly id: number }) {
  const app = useApp();
  const query = useQuery(createRegistrationQuery(app, companyId, id));
  const registration = query.data;
  useRegisterPane(paneId, () => ({
    scopes: ['registration'],
    rows: registration ? { kind: 'registration', rows: [registration], mode: 'cursor', count: 1 } : null,
    subject: registration ? formatBrand(registration) : null,
  }));
  return (
    <>
      <PaneHeader title="Registration" />
      <PaneBody>
        <LoadingLine active={query.isFetching} />
        {registration && <Card registration={registration} />}
        {!registration && query.isPending && <SkeletonRows rows={8} />}
        {!registration && query.isError && (
          <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>
            {toPlainError(query.error).status === 404 ? 'Registration not found, or you don’t have access.' : toPlainError(query.error).message}
          </ErrorState>
        )}
      </PaneBody>
    </>
  );
}

function Lane({ registration, lane }: { readonly registration: SmsVerification; readonly lane: SmsLane }) {
  const { status, rejections, campaign } = registration;
  const rejection = rejections.find((each) => each.lane === lane);
  const numbers = campaign.numbers.filter((number) => number.lane === lane);
  return (
    <section className={css.lane} aria-label={smsLaneLabel[lane]}>
      <h4>
        {smsLaneLabel[lane]}
        <StatusMark status={getLaneStatus(status, lane)} />
      </h4>
      {rejection && (
        <p className={css.wrong}>
          {rejection.message}
          {rejection.code !== null && <span className={css.code}>{rejection.code}</span>}
        </p>
      )}
      {numbers.length === 0 && <p className={css.quiet}>No numbers.</p>}
      <ul className={css.numbers}>
        {numbers.map(({ id, number, state, reason }) => (
          <li key={id}>
            <PhoneText number={number} />
            {state === 'failed' && <span className={css.wrong}>{reason ?? 'Not added'}</span>}
            {(state === 'adding' || state === 'removing') && <span className={css.quiet}>{state === 'adding' ? 'adding' : 'removing'}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ registration }: { readonly registration: SmsVerification }) {
  const commands = useCommands();
  const mayWrite = useMay('registration.write');
  const { brand, campaign, status } = registration;
  const isEditable = campaign.isDraft || Object.values(status).includes('rejected');
  const isOpen = !Object.values(status).every((each) => each === 'draft' || each === 'expired');
  return (
    <div className={sheet.card} data-pane-focus tabIndex={0} role="group" aria-label={`Registration of ${formatBrand(registration)}`}>
      <div className={sheet.block}>
        <h3 className={sheet.name}>{formatBrand(registration)}</h3>
        {mayWrite && (
          <div className={sheet.chips}>
            {isEditable && (
              <ChipButton icon="pencil" keys={commands.keys('texting.edit')} onClick={() => commands.run('texting.edit')}>
                {campaign.isDraft ? 'Continue' : 'Fix and submit again'}
              </ChipButton>
            )}
            {isOpen && (
              <ChipButton icon="ban" onClick={() => commands.run('texting.cancel')}>
                Cancel
              </ChipButton>
            )}
          </div>
        )}
      </div>
      <div className={`${sheet.block} ${css.lanes}`}>
        {smsLanes.map((lane) => (
          <Lane key={lane} registration={registration} lane={lane} />
        ))}
      </div>
      <dl className={`${sheet.block} ${sheet.rows}`}>
        <CardRow label="Legal name">{brand.legalName ?? ''}</CardRow>
        <CardRow label="Type">{brand.entityType ? brandEntityTypeLabel[brand.entityType] : ''}</CardRow>
        <CardRow label="Industry">{brand.vertical ? formatVertical(brand.vertical) : ''}</CardRow>
        <CardRow label="EIN">{brand.taxId ?? ''}</CardRow>
        <CardRow label="Website">{brand.website ?? ''}</CardRow>
        <CardRow label="Use cases">{campaign.subUsecases.map((useCase) => smsUseCaseLabel[useCase]).join(', ')}</CardRow>
        <CardRow label="Volume">{campaign.monthlyVolume ? volumeBandLabel[campaign.monthlyVolume] : ''}</CardRow>
      </dl>
      <div className={sheet.block} role="group" aria-label="Fees">
        <h4 className={sheet.heading}>Fees</h4>
        <FeeList fees={registration.fees} />
      </div>
      {registration.optInPageUrl !== '' && (
        <div className={sheet.block}>
          <h4 className={sheet.heading}>Public opt-in page</h4>
          {registration.isSubmitted ? (
            <p>
              <a href={registration.optInPageUrl} target="_blank" rel="noopener noreferrer">
                {registration.optInPageUrl}
              </a>
            </p>
          ) : (
            <>
              <p>{registration.optInPageUrl}</p>
              <p className={css.quiet}>Public once the registration is submitted.</p>
            </>
          )}
        </div>
      )}
    </div>
  );
}
