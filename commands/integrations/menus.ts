/** Integrations: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const integrations: RowMenus = {
  integration: [
    [
      'integrations.editGa4',
      'integrations.chooseChannel',
      'integrations.chooseStage',
      'integrations.chooseAdAccount',
      'integrations.choosePixel',
      'integrations.chooseMicrosoftAccount',
    ],
    ['integrations.testGa4', 'integrations.togglePosted', 'integrations.toggleRecorded', 'integrations.toggleConversion'],
    ['integrations.setRule', 'integrations.removeRule'],
    'integrations.reconnect',
    'integrations.sync',
    'integrations.resend',
    'integrations.switch',
    'integrations.delete',
  ],
};
