/** The campaign about to be sent, in the bottom line. */
import { useSyncExternalStore } from 'react';
import { useCompanyId } from '../../api/app.ts';
import { useCommandHost } from '../../keys/index.ts';
import { useStore } from '../../store/store.ts';
import { Icon, KeyHint } from '../../ui/index.ts';
import { armedCampaign } from './armedCampaign.ts';
import css from './Campaign.module.css';
import { Countdown } from './Countdown.tsx';
import { armTitle } from './texts.ts';

export function CampaignStatus() {
  const companyId = useCompanyId();
  const armed = useStore(armedCampaign);
  const { caps, source } = useCommandHost();
  // Another command since is what the key would undo.
  const isLast = useSyncExternalStore(source.subscribe, () => source.get().undoable?.title === armTitle);
  if (armed === null || armed.companyId !== companyId) return null;
  return (
    <span className={css.armed} data-armed>
      <Icon name="send" size={14} />
      <span className={css.armedTitle}>{armed.title}</span> in <Countdown key={armed.until} until={armed.until} />
      {isLast && <KeyHint keys={caps.reach('keyline.undo')}>stop</KeyHint>}
    </span>
  );
}
