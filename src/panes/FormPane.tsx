/** A form that takes the place of its list: its header, how it is closed, and what commands reach it by. */
import type { ReactNode } from 'react';
import { useCommands } from '../api/commands.ts';
import { IconButton } from '../ui/index.ts';
import { type PaneState, useRegisterPane } from './paneStates.ts';
import { PaneBody, PaneHeader } from './WorkspaceView.tsx';

interface FormPaneProps extends Pick<PaneState, 'scopes' | 'flows' | 'subject'> {
  readonly paneId: string;
  readonly title: string;
  /** Sends events to its flow. */
  readonly send: NonNullable<PaneState['handles']>['send'];
  /** Why it can't be closed now; null where it can. */
  readonly getCloseReason: () => string | null;
  readonly onClose: () => void;
  /** Command that closes it. */
  readonly closeCommand: string;
  readonly children: ReactNode;
}

export function FormPane({ paneId, title, scopes, flows, subject, send, getCloseReason, onClose, closeCommand, children }: FormPaneProps) {
  const commands = useCommands();
  useRegisterPane(paneId, () => ({
    scopes,
    flows,
    subject,
    handles: {
      send,
      back: () => {
        if (getCloseReason() !== null) return false;
        onClose();
        return true;
      },
    },
  }));
  return (
    <>
      <PaneHeader title={title}>
        <IconButton name="x" label="Close" keys={commands.keys(closeCommand)} onClick={() => commands.run(closeCommand)} />
      </PaneHeader>
      <PaneBody>{children}</PaneBody>
    </>
  );
}
