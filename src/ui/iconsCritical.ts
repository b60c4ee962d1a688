/** Icons of the shell and the inbox, which are on the screen first: their shapes as Lucide draws them (ISC license), without its code. */

/** A shape in a square of 24. */
type Shape = readonly [tag: 'path' | 'circle' | 'line', attributes: Readonly<Record<string, string>>];

const path = (d: string): Shape => ['path', { d }];
const handset = path(
  'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384',
);

export const icons = {
  bell: [
    path('M10.268 21a2 2 0 0 0 3.464 0'),
    path('M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326'),
  ],
  'chevrons-up-down': [path('m7 15 5 5 5-5'), path('m7 9 5-5 5 5')],
  filter: [path('M2 5h20'), path('M6 12h12'), path('M9 19h6')],
  message: [path('M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z')],
  'phone-incoming': [path('M16 2v6h6'), path('m22 2-6 6'), handset],
  'phone-missed': [path('m16 2 6 6'), path('m22 2-6 6'), handset],
  'phone-outgoing': [path('m16 8 6-6'), path('M22 8V2h-6'), handset],
  search: [path('m21 21-4.34-4.34'), ['circle', { cx: '11', cy: '11', r: '8' }]],
  warning: [path('m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3'), path('M12 9v4'), path('M12 17h.01')],
  voicemail: [
    ['circle', { cx: '6', cy: '12', r: '4' }],
    ['circle', { cx: '18', cy: '12', r: '4' }],
    ['line', { x1: '6', x2: '18', y1: '16', y2: '16' }],
  ],
} as const satisfies Readonly<Record<string, readonly Shape[]>>;
