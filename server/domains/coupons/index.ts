export { couponRoutes } from './routes.ts'
export { countCoupons } from './count-coupons.ts'
