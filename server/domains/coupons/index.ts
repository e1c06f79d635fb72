export { newCouponCode } from './coupon-code.ts'
export { countCoupons } from './count-coupons.ts'
export { couponRoutes } from './routes.ts'
export { slowGuesses } from './slow-guesses.ts'
