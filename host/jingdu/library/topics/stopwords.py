"""Words that are no keyword by themselves, and part no phrase: function words, time, counting, talk of the page."""

from __future__ import annotations

from typing import Final

from jingdu.text.function_words import SHARED
from jingdu.text.words import STOP_WORDS

_ENGLISH: Final = (
    "about above across after again against ago all almost along already also although always am among amp "
    "another any anyone anything around away back because become becomes became before began behind being below "
    "best better between both came come comes could couple day days did didn does doesn doing don done down "
    "during each early either else end enough etc even ever every everyone everything far few find first five "
    "former found four full gave get gets getting give given gives go goes going gone good got great half hard "
    "having he'd he's here herself hi high him himself however i'd i'll i'm i've if instead into isn it's itself "
    "just keep kept know known last late later least left less let let's like likely little ll long look looking "
    "lot lots low made main make makes making many maybe me mean means might mind mine month months more most "
    "mostly mr mrs ms much must myself near nearly need needs never new next nine nor nothing now number off "
    "often ok old once one ones only onto other others ought ourselves out over own part per perhaps please put "
    "quite rather re really right said same saw say saying says second see seem seems seen set several shall "
    "should since six small some someone something sometimes soon still such sure take taken takes taking tell "
    "ten than thank thanks there these they'd they'll they're they've thing things think third those though "
    "thought three through throughout thus time times today together told tomorrow too took toward towards tried "
    "try trying turn two under until up upon us use used uses using usually ve very via want wanted wants wasn "
    "way ways we'd we'll we're we've week weeks well went were weren whatever whether while whole whose within "
    "without won wouldn would year years yes yesterday yet you'd you'll you're you've yours yourself monday "
    "tuesday wednesday thursday friday saturday sunday january february march april june july august september "
    "october november december am pm jan feb mar apr jun jul aug sep sept oct nov dec click read http https www "
    "com html copyright reserved rights image photo pictured"
).split()

_CHINESE: Final = (
    "一些 一定 一样 一直 一般 一种 一次 一位 一家 一名 一部分 一方面 一下 一起 一天 万 上午 上述 下午 不仅 不会 "
    "不同 不是 不能 不过 不要 不少 不断 不得 不可 不知 之一 之前 之后 之间 之中 也是 了解 二 五 今天 今年 今日 "
    "介绍 仍 仍然 从而 他的 代表 以上 以下 以及 以后 以来 以前 任何 但是 作为 你的 使 使用 例如 依然 假如 做 做到 "
    "先后 全部 全面 八 六 其中 其他 其实 具有 再次 凡是 几 几乎 出 出来 出现 分别 别 刚刚 前后 加 包括 却 又是 "
    "及其 双方 发现 发生 只 只是 只有 只要 可 可以 可能 各 各种 各自 各地 同 同时 同样 名 向着 否则 吗 吧 呢 和 "
    "咱们 哪 哪些 唯一 啊 四 因为 因此 围绕 在于 地 大 大家 大量 大约 太 失 她的 如 如果 如此 如今 它们 它的 完全 "
    "完成 导致 将会 尤其 就是 尽管 左右 已 已经 已经 年 并且 并不 开始 当 当时 当天 当中 得 得到 必须 总 意味着 "
    "慢慢 我的 或者 所 所以 所有 所谓 才 打 按 按照 据 据悉 据了解 提供 提出 新 无 日 日前 时 时候 时间 明 昨天 "
    "昨日 是否 显得 晚上 最 最后 最近 最大 最终 月 有关 有些 有人 有的 期间 本 本报 本报讯 本次 本文 本月 本周 "
    "来自 来源 来说 某 根据 正 正在 正是 此 此前 此外 此次 此时 每 每个 每天 比 比如 比较 毕竟 没 注意 活动 消息 "
    "深 特别 现在 用 由 由于 甚至 电 百 的话 目前 直接 相关 相比 看到 真正 着重 知道 确实 秒 称 种 第 第一 第二 "
    "第三 等等 简单 类 约 继续 编辑 网友 美好 而且 而是 能 能够 至 至今 至少 若 虽 虽然 表示 觉得 认为 记者 许多 "
    "该 说道 说明 请 谁 起来 超过 近 近日 近期 还是 还有 还要 这个 这些 这样 这种 这里 这次 这么 进行 进入 选择 "
    "通过 造成 那个 那些 那么 那样 那里 部分 都是 采取 里 重要 责任编辑 针对 长 除了 除 随着 难 需要 非常 面对 "
    "首先 首次 主要 之类 更 更加 更多 问题 情况 方面 工作 成为 有限公司 报道 发布 分享 点击 原标题 图片 视频 下载 "
    "版权所有 转载 阅读 评论 亿 千 点 分钟 小时 个月 月份 年前 上周 周一 周二 周三 周四 周五 周六 周日 星期 应该 "
    "应当 其次 三 七 九 十 两 零 半 多少 多 少 小 个 位 次 件 条 家 元 年底 年初 截至 即 便 這個 這些 這樣 這種 "
    "這裡 這次 進行 進入 選擇 通過 那個 那麼 還是 還有 還要 雖然 覺得 認為 記者 許多 該 說明 請 誰 起來 超過 近日 "
    "隨著 難 需要 非常 面對 首先 因為 可以 開始 時候 時間 發現 發生 對於 關於 於是 已經 並且 並不 沒 過 無 現在 "
    "當時 其實 後來 後 來 來自 來源 們 個 會 內 間 種 應該 應當 為何 為了 與 報導 點擊 圖片 影片 編輯 版權所有 "
    "轉載 閱讀 評論"
).split()

_DOING: Final = (
    "add added adds allow allowed allows appear appears ask asked asks become becoming began begin begins "
    "believe believes bring brings brought call called calls carried carry change changed come coming continue "
    "continued decide decided do expect expected fall falls fell felt follow followed follows get goes grew grow "
    "hear heard held help helped hold holds include includes including kept lead leads led leave leaves left "
    "live lived lives lose loses lost meet met miss move moved moves offer offered open opens pay pays play "
    "provide provides read reached remain remains rise rises rose run runs saw seek send sent show showed shown "
    "shows sit speak spent stand stands start started starts stay stays stop stopped stops stood talk thought "
    "throw throws told turn turned turns understand seven eight nine eleven twelve thirteen fourteen fifteen "
    "sixteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million "
    "millions billion dozen half quarter cent slowly quickly nearly eat eats ate return returns returned longer "
    "wait walk walked went work worked works write 只能 真的 重新 讲究 只有 一直 能否 不会 正式 进一步 继续 不再 "
    "大多 其余 余 曾 曾经 均 未 未能 仅 仅仅 约为 达 达到 达成 拥有 存在 属于 用于 位于 处于 有望 预计 持续 采用 "
    "称为 成了 变成 变得 起来 下来 出去 进去 回来 过来 赶 得出 算 打开 找到 拿 放 走 坐 站 叫 想 听 问 吃 喝 买 "
    "卖 写 做出 给出 看来 看着 不得不 过去 有十 带 带来 带着 告诉 感到 希望 不过 多处 这座 这位 这款 这家 今起"
).split()
"""Verbs and the like that say little of what an article is about: nothing here tells a word's part of speech."""

STOPPED: Final = STOP_WORDS | SHARED | frozenset(_ENGLISH) | frozenset(_CHINESE) | frozenset(_DOING)
