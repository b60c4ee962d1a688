/** The icons of the first screen are drawn without Lucide’s code: they must look as Lucide draws them. */
import { Bell, ChevronsUpDown, ListFilter, MessageSquare, PhoneIncoming, PhoneMissed, PhoneOutgoing, Search, TriangleAlert, Voicemail } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { icons } from '#src/ui/iconsCritical.ts';

const lucide = {
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
type Name = keyof typeof icons;

const getShapes = (markup: string) => markup.replace(/^<svg[^>]*>|<\/svg>$/g, '');

test.for(Object.keys(icons) as Name[])('the icon %s has the shapes that Lucide gives it', (name) => {
  const drawn = icons[name].map(([tag, attributes]) => renderToStaticMarkup(createElement(tag, attributes))).join('');
  expect(drawn).toBe(getShapes(renderToStaticMarkup(createElement(lucide[name]))));
});
