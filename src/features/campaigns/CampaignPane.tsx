/** One campaign: its editor while it is a draft, what sending it would do, and what became of it. */
import { useEffect } from 'react';
import type { FlowView } from '#commands/core/types.ts';
import { type CampaignSnapshot, getReason, userEvents } from '#machines/campaign/index.ts';
import { isIn } from '#machines/state.ts';
import { useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane, useWorkspace } from '../../panes/index.ts';
import { changePane } from '../../panes/layout.ts';
import type { PaneState } from '../../panes/paneStates.ts';
import { useFlow } from '../../panes/useFlow.ts';
import { EmptyState, ErrorState, LoadingLine, SkeletonRows } from '../../ui/index.ts';
import { CampaignEditor } from './CampaignEditor.tsx';
import { CampaignReport } from './CampaignReport.tsx';
import { CampaignReviewSheet } from './CampaignReview.tsx';
import { type CampaignActor, type CampaignKey, campaignStore } from './campaignStore.ts';
import type { CampaignProps } from './props.ts';

export function CampaignPane(props: PaneProps) {
  const companyId = useCompanyId();
  const { id } = props.params;
  const number = Number(id);
  const isKnown = id === 'new' || (Number.isSafeInteger(number) && number > 0);
  if (companyId === null || !isKnown)
    return (
      <>
        <PaneHeader title="Campaign" />
        {companyId !== null && <EmptyState icon="send">Select a campaign to see its text and its report.</EmptyState>}
      </>
    );
  return <OneCampaign key={`${companyId}/${id}`} {...props} of={{ companyId, id: id === 'new' ? null : number }} />;
}

const tell = (key: CampaignKey, actor: CampaignActor, snapshot: CampaignSnapshot, flow: FlowView): Partial<PaneState> => ({
  flows: { campaign: flow },
  subject: snapshot.context.draft.title.trim() || (snapshot.context.id === null ? 'New campaign' : null),
  context: { campaignDraft: snapshot.context.draft },
  open: snapshot.context.campaign ? { campaign: snapshot.context.campaign } : {},
  handles: { campaign: key, send: { campaign: (event) => actor.send(event) } },
});

function OneCampaign({ of, paneId, isFocused }: PaneProps & { readonly of: CampaignKey }) {
  const workspace = useWorkspace();
  const { entry, snapshot, state, flow } = useFlow(campaignStore, of, { userEvents, getReason });
  const { id } = snapshot.context;
  const isNowSaved = of.id === null && id !== null;
  // From its first saving on the new one has an address of its own; its flow goes on.
  useEffect(() => {
    if (isNowSaved) workspace.change((layout) => changePane(layout, paneId, (pane) => ({ ...pane, view: { kind: 'campaign', params: { id: String(id) } } })));
  }, [isNowSaved, id, paneId, workspace]);
  const told = tell({ companyId: of.companyId, id }, entry.actor, snapshot, flow);
  const props: CampaignProps = { paneId, isFocused, companyId: of.companyId, entry, snapshot, state, told };
  if (isIn(snapshot, 'loading', 'unavailable', 'deleted', 'deleting')) return <NoCampaign {...props} />;
  if (isIn(snapshot, 'editing', 'saving', 'reviewing.saving', 'reviewing.counting') && snapshot.context.review === null) return <CampaignEditor {...props} />;
  if (isIn(snapshot, 'reviewing', 'arming', 'unsure')) return <CampaignReviewSheet {...props} />;
  return <CampaignReport {...props} />;
}

function NoCampaign({ paneId, snapshot, state, told }: CampaignProps) {
  const commands = useCommands();
  useRegisterPane(paneId, () => ({ scopes: ['campaignReport'], ...told }));
  const isMissing = snapshot.context.error?.status === 404;
  return (
    <>
      <PaneHeader title="Campaign" />
      <PaneBody>
        <div data-flow="campaign" data-state={state}>
          <LoadingLine active={isIn(snapshot, 'loading', 'deleting')} />
          {isIn(snapshot, 'loading') && <SkeletonRows rows={8} />}
          {isIn(snapshot, 'deleted', 'deleting') && <EmptyState icon="trash">Campaign deleted. No further texts are sent.</EmptyState>}
          {isIn(snapshot, 'unavailable') && (
            <ErrorState action={{ title: 'Try again', onAct: () => commands.run('campaigns.reload') }}>
              {isMissing ? 'Campaign not found, or you don’t have access.' : (snapshot.context.error?.message ?? 'The campaign couldn’t be loaded')}
            </ErrorState>
          )}
        </div>
      </PaneBody>
    </>
  );
}
