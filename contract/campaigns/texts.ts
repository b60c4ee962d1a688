/** Why a campaign can't be sent or changed, in words of ours. */
export const campaignTexts = {
  noMessage: 'Type a message first',
  noUnsubscribe: 'Enter an unsubscribe text first',
  noGroup: 'Choose a group first',
  noNumber: 'Choose a number to send from first',
  past: 'Choose a time in the future',
  far: 'Choose a time within a year',
  unknownField: (token: string) => `${token} isn’t a merge field, or it’s turned off`,
  nobody: 'No one in this group can be texted',
  underWay: 'This campaign is being sent. Pause it first.',
  over: 'This campaign is over. Duplicate it to write another.',
  partlySent: 'Part of this campaign was sent, so its text, files, group and number stay as they are',
  notPausable: 'Only a scheduled campaign, or one being sent, can be paused',
  foreignFile: 'Attach files of this company only',
  /** Why a digest no longer fits: what changed, and from what to what. */
  changed: (what: string) => `This changed since you reviewed it: ${what}. Review it again.`,
} as const;
