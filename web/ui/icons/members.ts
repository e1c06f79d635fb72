// Icons of the other pages for visitors and members.
import { icon } from './icon.tsx'

export const IconAddressBook = icon(
  'M20 6v12a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2',
  'M10 16h6',
  'M11 11a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M4 8h3',
  'M4 12h3',
  'M4 16h3',
)
export const IconAdjustmentsHorizontal = icon(
  'M12 6a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M4 6l8 0',
  'M16 6l4 0',
  'M6 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M4 12l2 0',
  'M10 12l10 0',
  'M15 18a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M4 18l11 0',
  'M19 18l1 0',
)
export const IconAlertCircle = icon('M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 8v4', 'M12 16h.01')
export const IconAlertTriangle = icon(
  'M12 9v4',
  'M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0',
  'M12 16h.01',
)
export const IconArchive = icon(
  'M3 6a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2',
  'M5 8v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-10',
  'M10 12l4 0',
)
export const IconArrowBackUp = icon('M9 14l-4 -4l4 -4', 'M5 10h11a4 4 0 1 1 0 8h-1')
export const IconArrowDown = icon('M12 5l0 14', 'M18 13l-6 6', 'M6 13l6 6')
export const IconArrowLeft = icon('M5 12l14 0', 'M5 12l6 6', 'M5 12l6 -6')
export const IconArrowRight = icon('M5 12l14 0', 'M13 18l6 -6', 'M13 6l6 6')
export const IconArrowUp = icon('M12 5l0 14', 'M18 11l-6 -6', 'M6 11l6 -6')
export const IconArrowsDiagonal = icon('M16 4l4 0l0 4', 'M14 10l6 -6', 'M8 20l-4 0l0 -4', 'M4 20l6 -6')
export const IconArrowsSplit2 = icon(
  'M21 17h-5.397a5 5 0 0 1 -4.096 -2.133l-.514 -.734a5 5 0 0 0 -4.096 -2.133h-3.897',
  'M21 7h-5.395a5 5 0 0 0 -4.098 2.135l-.51 .73a5 5 0 0 1 -4.097 2.135h-3.9',
  'M18 10l3 -3l-3 -3',
  'M18 20l3 -3l-3 -3',
)
export const IconBellCheck = icon(
  'M11.5 17h-7.5a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3c.016 .129 .037 .256 .065 .382',
  'M9 17v1a3 3 0 0 0 2.502 2.959',
  'M15 19l2 2l4 -4',
)
export const IconBolt = icon('M13 3l0 7l6 0l-8 11l0 -7l-6 0l8 -11')
export const IconBrandApple = icon(
  'M8.286 7.008c-3.216 0 -4.286 3.23 -4.286 5.92c0 3.229 2.143 8.072 4.286 8.072c1.165 -.05 1.799 -.538 3.214 -.538c1.406 0 1.607 .538 3.214 .538s4.286 -3.229 4.286 -5.381c-.03 -.011 -2.649 -.434 -2.679 -3.23c-.02 -2.335 2.589 -3.179 2.679 -3.228c-1.096 -1.606 -3.162 -2.113 -3.75 -2.153c-1.535 -.12 -3.032 1.077 -3.75 1.077c-.729 0 -2.036 -1.077 -3.214 -1.077',
  'M12 4a2 2 0 0 0 2 -2a2 2 0 0 0 -2 2',
)
export const IconBrandGoogle = icon(
  'M20.945 11a9 9 0 1 1 -3.284 -5.997l-2.655 2.392a5.5 5.5 0 1 0 2.119 6.605h-4.125v-3h7.945',
)
export const IconBrandWindows = icon(
  'M17.8 20l-12 -1.5c-1 -.1 -1.8 -.9 -1.8 -1.9v-9.2c0 -1 .8 -1.8 1.8 -1.9l12 -1.5c1.2 -.1 2.2 .8 2.2 1.9v12.1c0 1.2 -1.1 2.1 -2.2 1.9l0 .1',
  'M12 5l0 14',
  'M4 12l16 0',
)
export const IconBriefcase = icon(
  'M3 9a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2l0 -9',
  'M8 7v-2a2 2 0 0 1 2 -2h4a2 2 0 0 1 2 2v2',
  'M12 12l0 .01',
  'M3 13a20 20 0 0 0 18 0',
)
export const IconBuildingBank = icon(
  'M3 21l18 0',
  'M3 10l18 0',
  'M5 6l7 -3l7 3',
  'M4 10l0 11',
  'M20 10l0 11',
  'M8 14l0 3',
  'M12 14l0 3',
  'M16 14l0 3',
)
export const IconBuildingCommunity = icon(
  'M8 9l5 5v7h-5v-4m0 4h-5v-7l5 -5m1 1v-6a1 1 0 0 1 1 -1h10a1 1 0 0 1 1 1v17h-8',
  'M13 7l0 .01',
  'M17 7l0 .01',
  'M17 11l0 .01',
  'M17 15l0 .01',
)
export const IconCake = icon(
  'M3 20h18v-8a3 3 0 0 0 -3 -3h-12a3 3 0 0 0 -3 3v8',
  'M3 14.803c.312 .135 .654 .204 1 .197a2.4 2.4 0 0 0 2 -1a2.4 2.4 0 0 1 2 -1a2.4 2.4 0 0 1 2 1a2.4 2.4 0 0 0 2 1a2.4 2.4 0 0 0 2 -1a2.4 2.4 0 0 1 2 -1a2.4 2.4 0 0 1 2 1a2.4 2.4 0 0 0 2 1c.35 .007 .692 -.062 1 -.197',
  'M12 4l1.465 1.638a2 2 0 1 1 -3.015 .099l1.55 -1.737',
)
export const IconCalendar = icon(
  'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12',
  'M16 3v4',
  'M8 3v4',
  'M4 11h16',
)
export const IconCalendarCancel = icon(
  'M12.5 21h-6.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v5',
  'M16 3v4',
  'M8 3v4',
  'M4 11h16',
  'M16 19a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  'M17 21l4 -4',
)
export const IconCalendarDollar = icon(
  'M13 21h-7a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v3',
  'M16 3v4',
  'M8 3v4',
  'M4 11h12.5',
  'M21 15h-2.5a1.5 1.5 0 0 0 0 3h1a1.5 1.5 0 0 1 0 3h-2.5',
  'M19 21v1m0 -8v1',
)
export const IconCalendarDue = icon(
  'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12',
  'M16 3v4',
  'M8 3v4',
  'M4 11h16',
  'M11 16a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
)
export const IconCalendarMonth = icon(
  'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12',
  'M16 3v4',
  'M8 3v4',
  'M4 11h16',
  'M8 14v4',
  'M12 14v4',
  'M16 14v4',
)
export const IconCalendarOff = icon(
  'M9 5h9a2 2 0 0 1 2 2v9m-.184 3.839a2 2 0 0 1 -1.816 1.161h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 1.158 -1.815',
  'M16 3v4',
  'M8 3v1',
  'M4 11h7m4 0h5',
  'M3 3l18 18',
)
export const IconCalendarShare = icon(
  'M12 21h-6a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v6',
  'M16 3v4',
  'M8 3v4',
  'M4 11h16',
  'M16 22l5 -5',
  'M21 21.5v-4.5h-4.5',
)
export const IconCalendarTime = icon(
  'M11.795 21h-6.795a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v4',
  'M14 18a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M15 3v4',
  'M7 3v4',
  'M3 11h16',
  'M18 16.496v1.504l1 1',
)
export const IconCamera = icon(
  'M5 7h1a2 2 0 0 0 2 -2a1 1 0 0 1 1 -1h6a1 1 0 0 1 1 1a2 2 0 0 0 2 2h1a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2',
  'M9 13a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
)
export const IconCheck = icon('M5 12l5 5l10 -10')
export const IconChecks = icon('M7 12l5 5l10 -10', 'M2 12l5 5m5 -5l5 -5')
export const IconChevronDown = icon('M6 9l6 6l6 -6')
export const IconChevronLeft = icon('M15 6l-6 6l6 6')
export const IconChevronRight = icon('M9 6l6 6l-6 6')
export const IconCircle = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0')
export const IconCircleCheck = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 'M9 12l2 2l4 -4')
export const IconClockPause = icon('M20.942 13.018a9 9 0 1 0 -7.909 7.922', 'M12 7v5l2 2', 'M17 17v5', 'M21 17v5')
export const IconClockX = icon('M20.926 13.15a9 9 0 1 0 -7.835 7.784', 'M12 7v5l2 2', 'M22 22l-5 -5', 'M17 22l5 -5')
export const IconCloudUp = icon(
  'M12 18.004h-5.343c-2.572 -.004 -4.657 -2.011 -4.657 -4.487c0 -2.475 2.085 -4.482 4.657 -4.482c.393 -1.762 1.794 -3.2 3.675 -3.773c1.88 -.572 3.956 -.193 5.444 1c1.488 1.19 2.162 3.007 1.77 4.769h.99c1.38 0 2.57 .811 3.128 1.986',
  'M19 22v-6',
  'M22 19l-3 -3l-3 3',
)
export const IconColumns3 = icon(
  'M3 4a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-16',
  'M9 3v18',
  'M15 3v18',
)
export const IconCopy = icon(
  'M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666',
  'M4.012 16.737a2.005 2.005 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1',
)
export const IconCreditCard = icon(
  'M3 8a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3l0 -8',
  'M3 10l18 0',
  'M7 15l.01 0',
  'M11 15l2 0',
)
export const IconCreditCardOff = icon(
  'M3 3l18 18',
  'M9 5h9a3 3 0 0 1 3 3v8a3 3 0 0 1 -.128 .87',
  'M18.87 18.872a3 3 0 0 1 -.87 .128h-12a3 3 0 0 1 -3 -3v-8c0 -1.352 .894 -2.495 2.124 -2.87',
  'M3 11l8 0',
  'M15 11l6 0',
  'M7 15l.01 0',
  'M11 15l2 0',
)
export const IconDeviceMobileCheck = icon(
  'M11.5 21h-3.5a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v9.5',
  'M11 4h2',
  'M12 17v.01',
  'M15 19l2 2l4 -4',
)
export const IconDiscount = icon(
  'M9 15l6 -6',
  'M9 9.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0',
  'M14 14.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0',
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
)
export const IconDots = icon(
  'M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
)
export const IconDownload = icon('M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2', 'M7 11l5 5l5 -5', 'M12 4l0 12')
export const IconExclamationCircle = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 'M12 9v4', 'M12 16v.01')
export const IconExternalLink = icon(
  'M12 6h-6a2 2 0 0 0 -2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-6',
  'M11 13l9 -9',
  'M15 4h5v5',
)
export const IconFileText = icon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M9 9l1 0',
  'M9 13l6 0',
  'M9 17l6 0',
)
export const IconFileTypePdf = icon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M5 12v-7a2 2 0 0 1 2 -2h7l5 5v4',
  'M5 18h1.5a1.5 1.5 0 0 0 0 -3h-1.5v6',
  'M17 18h2',
  'M20 15h-3v6',
  'M11 15v6h1a2 2 0 0 0 2 -2v-2a2 2 0 0 0 -2 -2h-1',
)
export const IconFilterOff = icon(
  'M8 4h12v2.172a2 2 0 0 1 -.586 1.414l-3.914 3.914m-.5 3.5v4l-6 2v-8.5l-4.48 -4.928a2 2 0 0 1 -.52 -1.345v-2.227',
  'M3 3l18 18',
)
export const IconFilterPlus = icon(
  'M12 20l-3 1v-8.5l-4.48 -4.928a2 2 0 0 1 -.52 -1.345v-2.227h16v2.172a2 2 0 0 1 -.586 1.414l-4.414 4.414v3',
  'M16 19h6',
  'M19 16v6',
)
export const IconFlask = icon('M9 3l6 0', 'M10 9l4 0', 'M10 3v6l-4 11a.7 .7 0 0 0 .5 1h11a.7 .7 0 0 0 .5 -1l-4 -11v-6')
export const IconFriends = icon(
  'M5 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M5 22v-5l-1 -1v-4a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4l-1 1v5',
  'M15 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M15 22v-4h-2l2 -6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1l2 6h-2v4',
)
export const IconHeartHandshake = icon(
  'M19.5 12.572l-7.5 7.428l-7.5 -7.428a5 5 0 1 1 7.5 -6.566a5 5 0 1 1 7.5 6.572',
  'M12 6l-3.293 3.293a1 1 0 0 0 0 1.414l.543 .543c.69 .69 1.81 .69 2.5 0l1 -1a3.182 3.182 0 0 1 4.5 0l2.25 2.25',
  'M12.5 15.5l2 2',
  'M15 13l2 2',
)
export const IconHelp = icon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
  'M12 17l0 .01',
  'M12 13.5a1.5 1.5 0 0 1 1 -1.5a2.6 2.6 0 1 0 -3 -4',
)
export const IconHistory = icon('M12 8l0 4l2 2', 'M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5')
export const IconHome = icon(
  'M5 12l-2 0l9 -9l9 9l-2 0',
  'M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-7',
  'M9 21v-6a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2v6',
)
export const IconHourglass = icon(
  'M6.5 7h11',
  'M6.5 17h11',
  'M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1',
  'M6 4v2a6 6 0 1 0 12 0v-2a1 1 0 0 0 -1 -1h-10a1 1 0 0 0 -1 1',
)
export const IconHourglassLow = icon(
  'M6.5 17h11',
  'M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1',
  'M6 4v2a6 6 0 1 0 12 0v-2a1 1 0 0 0 -1 -1h-10a1 1 0 0 0 -1 1',
)
export const IconId = icon(
  'M3 7a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v10a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3l0 -10',
  'M7 10a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M15 8l2 0',
  'M15 12l2 0',
  'M7 16l10 0',
)
export const IconInbox = icon(
  'M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12',
  'M4 13h3l3 3h4l3 -3h3',
)
export const IconInfoCircle = icon('M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 9h.01', 'M11 12h1v4h1')
export const IconKey = icon(
  'M16.555 3.843l3.602 3.602a2.877 2.877 0 0 1 0 4.069l-2.643 2.643a2.877 2.877 0 0 1 -4.069 0l-.301 -.301l-6.558 6.558a2 2 0 0 1 -1.239 .578l-.175 .008h-1.172a1 1 0 0 1 -.993 -.883l-.007 -.117v-1.172a2 2 0 0 1 .467 -1.284l.119 -.13l.414 -.414h2v-2h2v-2l2.144 -2.144l-.301 -.301a2.877 2.877 0 0 1 0 -4.069l2.643 -2.643a2.877 2.877 0 0 1 4.069 0',
  'M15 9h.01',
)
export const IconLayoutSidebar = icon(
  'M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12',
  'M9 4l0 16',
)
export const IconLink = icon(
  'M9 15l6 -6',
  'M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464',
  'M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463',
)
export const IconLinkOff = icon(
  'M9 15l3 -3m2 -2l1 -1',
  'M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464',
  'M3 3l18 18',
  'M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463',
)
export const IconLockOff = icon(
  'M15 11h2a2 2 0 0 1 2 2v2m0 4a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2h4',
  'M11 16a1 1 0 1 0 2 0a1 1 0 0 0 -2 0',
  'M8 11v-3m.719 -3.289a4 4 0 0 1 7.281 2.289v4',
  'M3 3l18 18',
)
export const IconLogin2 = icon(
  'M9 8v-2a2 2 0 0 1 2 -2h7a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-7a2 2 0 0 1 -2 -2v-2',
  'M3 12h13l-3 -3',
  'M13 15l3 -3',
)
export const IconLogout = icon(
  'M14 8v-2a2 2 0 0 0 -2 -2h-7a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2',
  'M9 12h12l-3 -3',
  'M18 15l3 -3',
)
export const IconMailCheck = icon(
  'M11 19h-6a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v6',
  'M3 7l9 6l9 -6',
  'M15 19l2 2l4 -4',
)
export const IconMailCog = icon(
  'M12 19h-7a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v5',
  'M3 7l9 6l9 -6',
  'M17.001 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M19.001 15.5v1.5',
  'M19.001 21v1.5',
  'M22.032 17.25l-1.299 .75',
  'M17.27 20l-1.3 .75',
  'M15.97 17.25l1.3 .75',
  'M20.733 20l1.3 .75',
)
export const IconMailForward = icon(
  'M12 18h-7a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v7.5',
  'M3 6l9 6l9 -6',
  'M15 18h6',
  'M18 15l3 3l-3 3',
)
export const IconMailOff = icon(
  'M9 5h10a2 2 0 0 1 2 2v10m-2 2h-14a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2',
  'M3 7l9 6l.565 -.377m2.435 -1.623l6 -4',
  'M3 3l18 18',
)
export const IconMailQuestion = icon(
  'M15 19h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v4.5',
  'M19 22v.01',
  'M19 19a2.003 2.003 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483',
  'M3 7l9 6l9 -6',
)
export const IconMap = icon('M3 7l6 -3l6 3l6 -3v13l-6 3l-6 -3l-6 3v-13', 'M9 4v13', 'M15 7v13')
export const IconMaximize = icon(
  'M4 8v-2a2 2 0 0 1 2 -2h2',
  'M4 16v2a2 2 0 0 0 2 2h2',
  'M16 4h2a2 2 0 0 1 2 2v2',
  'M16 20h2a2 2 0 0 0 2 -2v-2',
)
export const IconMenu2 = icon('M4 6l16 0', 'M4 12l16 0', 'M4 18l16 0')
export const IconMessage = icon(
  'M8 9h8',
  'M8 13h6',
  'M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-5l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12',
)
export const IconMessageOff = icon(
  'M8 9h1m4 0h3',
  'M8 13h5',
  'M8 4h10a3 3 0 0 1 3 3v8c0 .577 -.163 1.116 -.445 1.573m-2.555 1.427h-5l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8c0 -1.085 .576 -2.036 1.439 -2.562',
  'M3 3l18 18',
)
export const IconMessagePlus = icon(
  'M8 9h8',
  'M8 13h6',
  'M12.01 18.594l-4.01 2.406v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v5.5',
  'M16 19h6',
  'M19 16v6',
)
export const IconMessageQuestion = icon(
  'M8 9h8',
  'M8 13h6',
  'M14 18h-1l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v4.5',
  'M19 22v.01',
  'M19 19a2.003 2.003 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483',
)
export const IconMessageReply = icon(
  'M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-5l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12',
  'M11 8l-3 3l3 3',
  'M16 11h-8',
)
export const IconMessages = icon(
  'M21 14l-3 -3h-7a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1h9a1 1 0 0 1 1 1v10',
  'M14 15v2a1 1 0 0 1 -1 1h-7l-3 3v-10a1 1 0 0 1 1 -1h2',
)
export const IconNote = icon(
  'M13 20l7 -7',
  'M13 20v-6a1 1 0 0 1 1 -1h6v-7a2 2 0 0 0 -2 -2h-12a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7',
)
export const IconNotes = icon(
  'M5 5a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2l0 -14',
  'M9 7l6 0',
  'M9 11l6 0',
  'M9 15l4 0',
)
export const IconPaperclip = icon(
  'M15 7l-6.5 6.5a1.5 1.5 0 0 0 3 3l6.5 -6.5a3 3 0 0 0 -6 -6l-6.5 6.5a4.5 4.5 0 0 0 9 9l6.5 -6.5',
)
export const IconPencil = icon('M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4', 'M13.5 6.5l4 4')
export const IconPhoto = icon(
  'M15 8h.01',
  'M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-12',
  'M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5',
  'M14 14l1 -1c.928 -.893 2.072 -.893 3 0l3 3',
)
export const IconPlayerPause = icon(
  'M6 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12',
  'M14 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12',
)
export const IconPlayerTrackNext = icon('M3 5v14l8 -7l-8 -7', 'M14 5v14l8 -7l-8 -7')
export const IconPlugConnectedX = icon(
  'M20 16l-4 4',
  'M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5',
  'M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5',
  'M3 21l2.5 -2.5',
  'M18.5 5.5l2.5 -2.5',
  'M10 11l-2 2',
  'M13 14l-2 2',
  'M16 16l4 4',
)
export const IconPlus = icon('M12 5l0 14', 'M5 12l14 0')
export const IconPrinter = icon(
  'M17 17h2a2 2 0 0 0 2 -2v-4a2 2 0 0 0 -2 -2h-14a2 2 0 0 0 -2 2v4a2 2 0 0 0 2 2h2',
  'M17 9v-4a2 2 0 0 0 -2 -2h-6a2 2 0 0 0 -2 2v4',
  'M7 15a2 2 0 0 1 2 -2h6a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2l0 -4',
)
export const IconQrcode = icon(
  'M4 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4',
  'M7 17l0 .01',
  'M14 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4',
  'M7 7l0 .01',
  'M4 15a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4',
  'M17 7l0 .01',
  'M14 14l3 0',
  'M20 14l0 .01',
  'M14 14l0 3',
  'M14 20l3 0',
  'M17 17l3 0',
  'M20 17l0 3',
)
export const IconReceipt = icon(
  'M5 21v-16a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v16l-3 -2l-2 2l-2 -2l-2 2l-2 -2l-3 2m4 -14h6m-6 4h6m-2 4h2',
)
export const IconReceiptOff = icon(
  'M5 21v-16m2 -2h10a2 2 0 0 1 2 2v10m0 4.01v1.99l-3 -2l-2 2l-2 -2l-2 2l-2 -2l-3 2',
  'M11 7l4 0',
  'M9 11l2 0',
  'M13 15l2 0',
  'M15 11l0 .01',
  'M3 3l18 18',
)
export const IconReceiptRefund = icon(
  'M5 21v-16a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v16l-3 -2l-2 2l-2 -2l-2 2l-2 -2l-3 2',
  'M15 14v-2a2 2 0 0 0 -2 -2h-4l2 -2m0 4l-2 -2',
)
export const IconRefresh = icon('M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4', 'M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4')
export const IconSearch = icon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M21 21l-6 -6')
export const IconSearchOff = icon('M5.039 5.062a7 7 0 0 0 9.91 9.89m1.584 -2.434a7 7 0 0 0 -9.038 -9.057', 'M3 3l18 18')
export const IconSelector = icon('M8 9l4 -4l4 4', 'M16 15l-4 4l-4 -4')
export const IconSend2 = icon(
  'M4.698 4.034l16.302 7.966l-16.302 7.966a.503 .503 0 0 1 -.546 -.124a.555 .555 0 0 1 -.12 -.568l2.468 -7.274l-2.468 -7.274a.555 .555 0 0 1 .12 -.568a.503 .503 0 0 1 .546 -.124',
  'M6.5 12h14.5',
)
export const IconServerCog = icon(
  'M3 7a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v2a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-2',
  'M12 20h-6a3 3 0 0 1 -3 -3v-2a3 3 0 0 1 3 -3h10.5',
  'M16 18a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M18 14.5v1.5',
  'M18 20v1.5',
  'M21.032 16.25l-1.299 .75',
  'M16.27 19l-1.3 .75',
  'M14.97 16.25l1.3 .75',
  'M19.733 19l1.3 .75',
  'M7 8v.01',
  'M7 16v.01',
)
export const IconShoppingBag = icon(
  'M6.331 8h11.339a2 2 0 0 1 1.977 2.304l-1.255 8.152a3 3 0 0 1 -2.966 2.544h-6.852a3 3 0 0 1 -2.965 -2.544l-1.255 -8.152a2 2 0 0 1 1.977 -2.304',
  'M9 11v-5a3 3 0 0 1 6 0v5',
)
export const IconShoppingCart = icon(
  'M4 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M15 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M17 17h-11v-14h-2',
  'M6 5l14 1l-1 7h-13',
)
export const IconTemplateOff = icon(
  'M8 4h11a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-7m-4 0h-3a1 1 0 0 1 -1 -1v-2c0 -.271 .108 -.517 .283 -.697',
  'M4 13a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -6',
  'M16 12h4',
  'M14 16h2',
  'M14 20h6',
  'M3 3l18 18',
)
export const IconTrash = icon(
  'M4 7l16 0',
  'M10 11l0 6',
  'M14 11l0 6',
  'M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12',
  'M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
)
export const IconUser = icon('M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0', 'M6 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2')
export const IconUserCheck = icon('M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0', 'M6 21v-2a4 4 0 0 1 4 -4h4', 'M15 19l2 2l4 -4')
export const IconUserExclamation = icon(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0',
  'M6 21v-2a4 4 0 0 1 4 -4h4c.348 0 .686 .045 1.008 .128',
  'M19 16v3',
  'M19 22v.01',
)
export const IconUserOff = icon(
  'M8.18 8.189a4.01 4.01 0 0 0 2.616 2.627m3.507 -.545a4 4 0 1 0 -5.59 -5.552',
  'M6 21v-2a4 4 0 0 1 4 -4h4c.412 0 .81 .062 1.183 .178m2.633 2.618c.12 .38 .184 .785 .184 1.204v2',
  'M3 3l18 18',
)
export const IconUserPlus = icon(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0',
  'M16 19h6',
  'M19 16v6',
  'M6 21v-2a4 4 0 0 1 4 -4h4',
)
export const IconUserQuestion = icon(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0',
  'M6 21v-2a4 4 0 0 1 4 -4h3.5',
  'M19 22v.01',
  'M19 19a2.003 2.003 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483',
)
export const IconUserSearch = icon(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0',
  'M6 21v-2a4 4 0 0 1 4 -4h1.5',
  'M15 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  'M20.2 20.2l1.8 1.8',
)
export const IconUserShield = icon(
  'M6 21v-2a4 4 0 0 1 4 -4h2',
  'M22 16c0 4 -2.5 6 -3.5 6s-3.5 -2 -3.5 -6c1 0 2.5 -.5 3.5 -1.5c1 1 2.5 1.5 3.5 1.5',
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0',
)
export const IconUserX = icon(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0',
  'M6 21v-2a4 4 0 0 1 4 -4h3.5',
  'M22 22l-5 -5',
  'M17 22l5 -5',
)
export const IconUsersGroup = icon(
  'M10 13a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M8 21v-1a2 2 0 0 1 2 -2h4a2 2 0 0 1 2 2v1',
  'M15 5a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M17 10h2a2 2 0 0 1 2 2v1',
  'M5 5a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M3 13v-1a2 2 0 0 1 2 -2h2',
)
export const IconWorld = icon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0',
  'M3.6 9h16.8',
  'M3.6 15h16.8',
  'M11.5 3a17 17 0 0 0 0 18',
  'M12.5 3a17 17 0 0 1 0 18',
)
export const IconX = icon('M18 6l-12 12', 'M6 6l12 12')
