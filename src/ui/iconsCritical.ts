/** Icons of the shell and the inbox: what is on the screen first. Their shapes alone: the code that makes components of them comes with the others. */
import { Bell, ChevronsUpDown, ListFilter, MessageSquare, PhoneIncoming, PhoneMissed, PhoneOutgoing, Search, TriangleAlert, Voicemail } from 'lucide';

export const icons = {
  bell: Bell,
  'chevrons-up-down': ChevronsUpDown,
  filter: ListFilter,
  message: MessageSquare,
  'phone-incoming': PhoneIncoming,
  'phone-missed': PhoneMissed,
  'phone-outgoing': PhoneOutgoing,
  search: Search,
  warning: TriangleAlert,
  voicemail: Voicemail,
} as const;
